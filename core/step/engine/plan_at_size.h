// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/base/model/scale_metric.h"
#include "core/step/cost/convergence.h"
#include "core/step/cost/exchange_price.h"
#include "core/step/engine/step_solver.h"

#include <string>
#include <vector>

namespace roofrack {

/// A plan that runs at some GPU count, and its step.
struct PlanAtSize {
    Plan plan;
    StepState state;
    bool too_large = false; ///< it does not run: HBM holds it back
};

/// "does not fit: 96 GB of 80 GB".
std::string too_large(double memory, double capacity);

/// What check_plan() says, and, critical, a precision that GPUs at work lack ("plan-precision").
std::vector<Finding> plan_findings(const Prepared::Impl& impl, Plan& plan, double gpus, double batch);
/// The message of the latter, "A100 does not compute in FP8"; empty: all at work have it. No search over the
/// degrees of a plan changes it.
std::string precision_refusal(const Prepared::Impl& impl, const Plan& plan, double gpus);

/// Why the drawn place does not bear so many GPUs at this duty cycle: what refuses first
/// (HardLimitViolation::phrase()); empty: it does.
std::string place_refusal(const Prepared::Impl& impl, const DutyCycle& duty, double gpus);

/// Which plans a GPU's memory rules out. One that somebody gave: what does not fit even at the lower end of
/// the band of its need. One that the program chooses: what is predicted to need more than there is.
enum class MemoryRule { given, chosen };

/// The plan at another GPU count; returns why it cannot be, nothing when it can.
std::string try_plan(const Prepared& prepared, StepSolver& solver, Plan plan, double gpus, double batch,
                     PlanAtSize& out, MemoryRule rule = MemoryRule::given);

/// The critical batch of the scenario's run: what the workload says, or by the published laws from its token
/// budget. Unknown for a profile, of which they are not, unless the workload says it.
CriticalBatch critical_batch_of(const Prepared::Impl& impl);

/// What the plan's exchange of gradients costs in tokens; dp must be filled in.
ExchangePrice exchange_price_of(const Prepared::Impl& impl, const Plan& plan);

/// What it costs, where it costs any or nobody knows.
std::optional<Finding> exchange_finding(const ExchangePrice& price);

/// Tokens that `batch` sequences take for the progress of one where the metric is time to loss: 1 + B/B_crit,
/// times what the plan's exchange costs; else 1.
double extra_tokens_of(const Prepared::Impl& impl, const Plan& plan, double batch, ScaleMetric metric);

/// The time of a run of `tokens` with so many tokens (samples) a step; 0 without a budget.
Seconds run_time(double tokens, double per_step, Seconds wall_step);

/// Weak scaling keeps the batch a GPU, strong scaling the batch.
double batch_at(const Prepared::Impl& impl, double gpus, ScaleMetric metric);

} // namespace roofrack
