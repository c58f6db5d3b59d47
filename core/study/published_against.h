// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/step/engine/evaluation.h"

#include <optional>

namespace roofrack {

/// The prediction beside the published run that a scenario stands for.
struct PublishedComparison {
    PublishedRun run;
    Seconds productive{};  ///< predicted, without checkpoints and failures, as `run.step` is
    Seconds low{}, high{}; ///< the 80 % band around it

    /// It was measured here: of a project that was drawn from what a run left behind.
    bool is_own() const { return run.id.empty() && run.source.starts_with("measured, "); }
    double error() const { return productive / run.step - 1; } ///< predicted ÷ published − 1
    bool is_in_band() const { return low <= run.step && run.step <= high; }
};

/// Nothing where the scenario stands for no published run, or has no step. The band of the whole step, scaled
/// to the productive one.
std::optional<PublishedComparison> published_against(const Scenario& scenario, const Evaluation& evaluation);

} // namespace roofrack
