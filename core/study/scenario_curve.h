// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// How many lines of scenarios a picture holds, the open one among them.
inline constexpr size_t most_overlaid = 4;

/// What a run does, whatever it is done on.
struct RunWork {
    ModelSpec model;
    Tuning tuning;
    double sequence = 0;     ///< tokens (1 of a profile)
    double batch = 0;        ///< sequences (samples) a step on the drawn GPUs
    double token_budget = 0; ///< 0: none
};
RunWork work_of(const Prepared& prepared);
/// In what two runs differ: "model", "tuning", "sequence", "batch", "token budget"; empty: they do the same
/// work.
std::vector<std::string> work_differences(const RunWork& a, const RunWork& b);

/// The study of a scenario beside that of another one.
struct ScenarioCurve {
    std::string scenario; ///< its name
    std::string reason;   ///< why there is no study; empty: there is one
    RunWork work;
    ScaleResult study;
};

/// At `sizes`, or where there are none at its own: those of its study in the window.
ScenarioCurve scenario_curve(const Scenario& scenario, const Catalog& catalog, std::vector<double> sizes,
                             const ScaleOptions& options, const std::stop_token& stop = {});

} // namespace roofrack
