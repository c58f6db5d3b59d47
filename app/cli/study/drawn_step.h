// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/project_input.h"
#include "core/engine/evaluation.h"
#include "core/engine/prepared.h"

namespace roofrack::cli {

/// A project's scenario with its step, for commands that may be called without one.
struct DrawnStep {
    Prepared prepared;
    Evaluation evaluation;
};
/// Nothing without a PROJECT; a fault where it cannot be read, a UsageError for options of none.
Result<std::optional<DrawnStep>> drawn_step(const ProjectInput& input, const Catalog& catalog);

} // namespace roofrack::cli
