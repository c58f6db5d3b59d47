// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/budget/budget.h"
#include "core/step/engine/evaluate.h"

namespace roofrack {

/// What a failure of the supply or the cooling leaves of the step.
struct FailureStep {
    SingleFailure failure;
    /// Productive step where racks are held to what is left; that of now where it survives. No value: GPUs
    /// are dark or without cooling, and the job stops.
    std::optional<Seconds> step;
};
void describe(figures::Builder<SingleFailure::Over>& figures);
void describe(figures::Builder<FailureStep>& figures);

/// `failures` with what they do to the step, evaluated again; the worst first.
/// `evaluation` is what evaluate() said about `prepared`.
std::vector<FailureStep> supply_steps(const Prepared& prepared, const Evaluation& evaluation,
                                      std::vector<SingleFailure> failures);

} // namespace roofrack
