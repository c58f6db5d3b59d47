// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/run_losses.h"

#include "core/engine/plan_at_size.h"
#include "core/engine/prepared_impl.h"

namespace roofrack {

double RunLosses::share(RunLoss loss) const { return cost.lost[static_cast<size_t>(loss)] * cost.goodput; }

Seconds RunLosses::restart() const { return Seconds(cost.detect + cost.schedule + cost.start_up) + load; }

std::vector<RunLosses> run_losses(const Prepared& prepared, std::span<const double> gpus) {
    const Prepared::Impl& impl = prepared.impl();
    const double batch = batch_at(impl, impl.fabric.gpus, ScaleMetric::goodput);
    std::vector<RunLosses> out;
    StepConditions conditions;
    StepSolver solver(prepared);
    PlanAtSize here;
    for (const double count : gpus) {
        step_conditions(impl, impl.scenario.plan, count, impl.scenario.workload.global_batch, {}, conditions);
        std::string reason = try_plan(prepared, solver, impl.scenario.plan, count, batch, here);
        out.push_back({count, std::move(reason), Bytes(conditions.checkpoint_bytes),
                       Seconds(conditions.checkpoint_write), Seconds(conditions.checkpoint_load),
                       conditions.loss});
    }
    return out;
}

} // namespace roofrack
