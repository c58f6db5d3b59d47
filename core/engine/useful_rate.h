// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/step_solver.h"
#include "core/model/scale_metric.h"

#include <string>

namespace roofrack {

/// A plan that runs at some GPU count, and its step.
struct PlanAtSize {
    Plan plan;
    StepState state;
};

/// The plan at another GPU count; returns why it cannot be, nothing when it can.
std::string try_plan(const Prepared& prepared, StepSolver& solver, Plan plan, double gpus, double batch,
                     PlanAtSize& out);

/// Useful rate of a step in the metric's own terms: tokens/s, or 1/time-to-loss in tokens/s of useful
/// progress.
double rate_of(const Prepared::Impl& impl, const StepState& state, double batch, ScaleMetric metric);

/// Weak scaling keeps the batch a GPU, strong scaling the batch.
double batch_at(const Prepared::Impl& impl, double gpus, ScaleMetric metric);

/// d ln(useful rate)/d ln N of the plan at `gpus`, by halving and doubling its replicas where that is
/// feasible, else one-sided; 1 where neither is.
double local_elasticity(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                        ScaleMetric metric);

} // namespace roofrack
