// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/useful_rate.h"

#include "core/cost/convergence.h"
#include "core/engine/plan_memory.h"
#include "core/workload/plan_check.h"

#include <cmath>

namespace roofrack {

namespace {

std::string first_critical(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (finding.severity == Severity::critical) return finding.message + ": " + finding.relief;
    return {};
}

} // namespace

std::string try_plan(const Prepared& prepared, StepSolver& solver, Plan plan, double gpus, double batch,
                     PlanAtSize& out) {
    const Prepared::Impl& impl = prepared.impl();
    if (gpus != impl.fabric.gpus) plan.dp = 0; // away from the drawing the replicas follow the GPUs
    if (std::string reason = first_critical(check_plan(plan, impl.model, gpus, batch)); !reason.empty())
        return reason;
    if (memory_of(impl, plan, batch).total() > memory_capacity(impl, gpus)) return "does not fit in HBM";
    out = {plan, solver.solve(plan, gpus, batch)};
    return std::isfinite(out.state.step) ? std::string() : "no network between the GPUs";
}

double rate_of(const Prepared::Impl& impl, const StepState& state, double batch, ScaleMetric metric) {
    // Throughput is what a log prints; goodput and time to loss pay for checkpoints and failures too.
    const double tokens = batch * sequence_of(impl);
    const double rate = tokens / (counts_failures(metric) ? state.step : state.step * state.goodput);
    if (metric != ScaleMetric::time_to_loss) return rate;
    const Workload& workload = impl.scenario.workload;
    const double critical = workload.critical_batch > 0
                                ? workload.critical_batch
                                : critical_batch_zhang(workload.token_budget, impl.defaults->convergence);
    return rate / token_overhead(tokens, critical);
}

double batch_at(const Prepared::Impl& impl, double gpus, ScaleMetric metric) {
    return is_weak(metric) ? batch_of(impl) * gpus / impl.fabric.gpus : batch_of(impl);
}

double local_elasticity(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                        ScaleMetric metric) {
    const Prepared::Impl& impl = prepared.impl();
    const auto rate = [&](double n) {
        PlanAtSize candidate;
        const double batch = batch_at(impl, n, metric);
        Plan other = plan;
        if (n != gpus) other.dp = 0;
        return try_plan(prepared, solver, other, n, batch, candidate).empty()
                   ? rate_of(impl, candidate.state, batch, metric)
                   : 0.0;
    };
    const double half = rate(gpus / 2), here = rate(gpus), twice = rate(2 * gpus);
    if (half > 0 && twice > 0) return std::log(twice / half) / std::log(4.0);
    if (half > 0 && here > 0) return std::log(here / half) / std::log(2.0);
    if (twice > 0 && here > 0) return std::log(twice / here) / std::log(2.0);
    return 1;
}

} // namespace roofrack
