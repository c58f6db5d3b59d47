// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/run_losses.h"

#include "core/engine/plan_at_size.h"
#include "core/engine/prepared_impl.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

double RunLosses::share(RunLoss loss) const { return cost.lost[static_cast<size_t>(loss)] * cost.goodput; }

Seconds RunLosses::restart() const { return Seconds(cost.detect + cost.schedule + cost.start_up) + load; }

std::string UsedRates::text(const Defaults& defaults) const {
    std::string out = fmt::format("{:.3g} failures in 1,000 days of a node of 8 GPUs", value);
    if (each.empty()) return out + ", said by the site";
    for (const UsedRate& used : each) {
        const Constant* constant = defaults.figure(used.rate.constant);
        out +=
            fmt::format("{} {}{}: {}", &used == each.data() ? ", rate of" : "; of", used.rate.of,
                        used.rate.inherited ? fmt::format(", as none is published of {}", used.accelerators)
                                            : std::string(),
                        constant ? constant->source : std::string());
    }
    return out;
}

UsedRates used_rates(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    StepConditions conditions;
    step_conditions(impl, impl.scenario.plan, impl.fabric.gpus, impl.scenario.workload.global_batch, {},
                    conditions);
    UsedRates out{conditions.failure_rate, {}};
    if (impl.scenario.site.failures_per_1000_node_days) return out;
    std::map<size_t, double> gpus; // by the first group of a kind
    for (const StepConditions::Pace& pace : conditions.paces) gpus[conditions.kinds[pace.kind]] += pace.gpus;
    for (const auto& [kind, count] : gpus) {
        const FailureRate& rate = impl.failure_rates[kind];
        const Part& part = impl.accelerators[kind];
        const std::string& name = part.name.empty() ? part.id : part.name;
        const auto known = std::ranges::find(out.each, rate, &UsedRate::rate);
        if (known == out.each.end()) {
            out.each.push_back({rate, name, count});
            continue;
        }
        known->gpus += count;
        known->accelerators += ", " + name;
    }
    return out;
}

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
