// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/step_solver.h"

#include <string>
#include <vector>

namespace roofrack {

/// What waiting for the slowest GPU costs, and what would mitigate it; each figure is a step run again.
struct StragglerCosts {
    /// Causes of slow GPUs, each taken away by itself.
    struct Cause {
        std::string label;
        double cv = 0;   ///< coefficient of variation; 0 of a drawn group
        double gain = 0; ///< t/t' − 1 of the whole step
        double wait = 0; ///< s a step that goes with it
    };
    struct Mitigation {
        std::string action;
        double gain = 0;
    };
    double wait = 0;      ///< s of a step that all wait for the slowest
    double gpu_hours = 0; ///< lost in 100,000 steps by those that wait
    double dollars = 0;   ///< dollars of these hours
    std::vector<Cause> causes;
    std::vector<Mitigation> mitigations; ///< mitigations that gain at all, best first
    /// A GPU that nobody knows to be slow: the chance of one at least, and how much longer the step is then.
    double slow_chance = 0, slow_longer = 0;
};

/// The costs of a scenario that runs as drawn.
StragglerCosts straggler_costs(const Prepared& prepared, const Evaluation& evaluation);
/// `plan` has dp filled in, `now` is its step; `cost_per_hour` of all GPUs.
StragglerCosts straggler_costs(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                               const StepState& now, Dollars cost_per_hour);

} // namespace roofrack
