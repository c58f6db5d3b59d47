// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/losses/run_losses.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"

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
    for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
        gpus[conditions.accelerator_groups[speed_class.kind]] += speed_class.gpus;
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

std::vector<CauseRate> RunLosses::causes() const {
    std::vector<CauseRate> out;
    for (size_t i = 0; i < failure_cause_count; ++i)
        out.push_back({static_cast<FailureCause>(i), cost.rates[i] * seconds_a_day});
    return out;
}

std::vector<LossShare> RunLosses::losses() const {
    std::vector<LossShare> out;
    for (size_t i = 0; i < run_loss_count; ++i)
        out.push_back({static_cast<RunLoss>(i), share(static_cast<RunLoss>(i))});
    return out;
}

void describe(figures::Builder<UsedRate>& f) {
    using namespace figures;
    using R = UsedRate;
    f.text(
        "of", [](const R& r) { return r.rate.of; }, "measured on", "the part whose failures were published");
    f.text(
        "constant", [](const R& r) { return r.rate.constant; }, "constant", "where it stands");
    f.number(
        "value", [](const R& r) { return r.rate.value; }, number, "failures",
        "in 1,000 days of a node of eight GPUs", less, always);
    f.flag(
        "inherited", [](const R& r) { return r.rate.inherited; }, "inherited",
        "nothing is published of these GPUs: it is another's");
    f.text("accelerators", &R::accelerators, "accelerators", "that have it", names_item);
    f.number("gpus", &R::gpus, count, "GPUs", "that have it", always);
}

void describe(figures::Builder<UsedRates>& f) {
    using namespace figures;
    using R = UsedRates;
    f.number("per_1000_node_days", &R::value, number, "failures", "in 1,000 days of a node of eight GPUs",
             less, always);
    f.flag(
        "from_site", [](const R& r) { return r.each.empty(); }, "from the site", "the site says it");
    f.list("each", &R::each, "by generation", "of the accelerators that are drawn");
    f.text(
        "text", [](const R& r) { return r.text(Defaults::built_in()); }, "in words", "with its source");
}

void describe(figures::Builder<CauseRate>& f) {
    using namespace figures;
    f.choice("cause", &CauseRate::cause, "cause", "what stops the job", names_item);
    f.number("per_day", &CauseRate::per_day, per_day, "stops", "a day", less, always);
}

void describe(figures::Builder<LossShare>& f) {
    using namespace figures;
    f.choice("loss", &LossShare::loss, "loss", "what the wall clock goes to", names_item);
    f.number("share", &LossShare::share, figures::share, "share", "of the wall clock", less, always);
}

void describe(figures::Builder<RunLosses>& f) {
    using namespace figures;
    using R = RunLosses;
    const When in_memory =
        f.gate([](const R& r) { return r.cost.memory_interval > 0; }, "no checkpoints are kept in memory");
    f.number("gpus", &R::gpus, count, "GPUs", "at work", always);
    f.text("reason", &R::reason, "reason", "why the plan does not run on so many; empty: it does");
    f.number(
        "goodput", [](const R& r) { return r.cost.goodput; }, share, "goodput",
        "share of the wall clock that trains", more, always, Explain{"goodput"});
    f.number(
        "mean_time_to_failure_s", [](const R& r) { return r.cost.mttf; }, seconds, "mean time to failure",
        "of the job; infinite: never", more);
    f.list(
        "causes", [](const R& r) { return r.causes(); }, "causes", "what stops the job how often");
    f.number("checkpoint_bytes", &R::checkpoint, bytes, "checkpoint", "its size", less, always);
    f.number("checkpoint_write_s", &R::write, seconds, "checkpoint, write", "of one to the storage", less,
             always);
    f.number(
        "checkpoint_stall_s", [](const R& r) { return r.cost.stall; }, seconds, "checkpoint, stall",
        "that training stands still for one", less, always);
    f.number(
        "checkpoint_interval_s", [](const R& r) { return r.cost.interval; }, seconds, "checkpoint interval",
        "of training between two; infinite: never");
    f.number(
        "memory_interval_s", [](const R& r) { return r.cost.memory_interval; }, seconds, "interval in memory",
        "of training between two checkpoints there", in_memory);
    f.number(
        "memory_stall_s", [](const R& r) { return r.cost.memory_stall; }, seconds, "stall in memory",
        "that training stands still for one there", less, always);
    f.number(
        "memory_load_s", [](const R& r) { return r.cost.memory_load; }, seconds, "load from memory",
        "to read one back", less, always);
    f.number(
        "planned_stops_per_day", [](const R& r) { return r.cost.planned_rate * seconds_a_day; }, per_day,
        "planned stops", "a checkpoint before each", less, always);
    f.number(
        "detect_s", [](const R& r) { return r.cost.detect; }, seconds, "detection", "of a failure", less,
        always);
    f.number(
        "schedule_s", [](const R& r) { return r.cost.schedule; }, seconds, "rescheduling", "after a failure",
        less, always);
    f.number("load_s", &R::load, seconds, "loading", "of a checkpoint from the storage", less, always);
    f.number(
        "start_up_s", [](const R& r) { return r.cost.start_up; }, seconds, "start-up", "of the job", less,
        always);
    f.number(
        "availability", [](const R& r) { return r.cost.availability; }, share, "availability",
        "share of the time with enough servers", more, always);
    f.list(
        "losses", [](const R& r) { return r.losses(); }, "losses",
        "what the wall clock goes to beside training");
}

} // namespace roofrack
