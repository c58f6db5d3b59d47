// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/straggler_costs.h"

#include "core/step/cost/convergence.h"
#include "core/step/cost/stragglers.h"
#include "core/step/engine/gains.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double steps_told = 100000;
constexpr double drained = 0.01;       // share of the GPUs that is replaced
constexpr int sync_every = 8;          // steps of local SGD
constexpr double least_gain = 0.00005; // 0.0 % as it is printed

/// The spread by cause.
struct Spread {
    double persistent = 0, iid = 0, imbalance = 0;
    double all() const { return straggler_cv(persistent, iid, imbalance); }
    double varying() const { return straggler_cv(0, iid, imbalance); }
};

class Costs {
public:
    Costs(const Prepared& prepared, const Plan& plan, double gpus, double batch, const StepState& now)
        : m_impl(prepared.impl())
        , m_plan(plan)
        , m_gpus(gpus)
        , m_batch(batch)
        , m_now(now)
        , m_solver(prepared) {
        const Scenario& scenario = m_impl.scenario;
        m_spread = {persistent_cv(scenario), iid_cv(scenario),
                    scenario.workload.packed_sequences ? 0 : m_impl.defaults->stragglers.imbalance_cv};
    }

    StragglerCosts all(Dollars per_hour) {
        StragglerCosts out;
        out.wait = m_now.parts[static_cast<size_t>(StepPart::straggler)];
        const bool odd = waits_for_slower_kind(m_impl, m_now);
        out.gpu_hours = gpu_hours_lost(out.wait, m_gpus, odd ? m_now.slowest_gpus : 1, steps_told);
        out.dollars = out.gpu_hours / m_gpus * per_hour.si();
        add_causes(out, odd);
        add_mitigations(out);
        const Defaults::Stragglers& constants = m_impl.defaults->stragglers;
        out.slow_chance = -std::expm1(m_gpus * std::log1p(-constants.slow_chance));
        out.slow_longer = slow_gpu(constants.slow_speed);
        return out;
    }

private:
    void add_causes(StragglerCosts& out, bool odd) {
        if (odd) {
            const GpuGroup& slow = m_impl.fabric.groups[m_now.slowest_group];
            const Element* rack = m_impl.scenario.cluster.find(slow.rack);
            ResourceKnobs knobs;
            knobs.other_gpus_speed = 1e9; // they never set the pace
            add_cause(out,
                      fmt::format("slow GPUs of {}", rack && !rack->name.empty() ? rack->name : slow.element),
                      0, knobs);
        }
        Spread without = m_spread;
        without.persistent = 0;
        add_spread(out, "lasting spread of speed between GPUs", m_spread.persistent, without);
        without = m_spread;
        without.iid = 0;
        add_spread(out, "spread from step to step", m_spread.iid, without);
        without = m_spread;
        without.imbalance = 0;
        add_spread(out, "sequences of various lengths", m_spread.imbalance, without);
        std::ranges::stable_sort(out.causes, std::greater{}, &StragglerCosts::Cause::gain);
    }

    void add_spread(StragglerCosts& out, const char* label, double cv, const Spread& without) {
        if (cv > 0) add_cause(out, label, cv, spread_of(without.all()));
    }

    void add_cause(StragglerCosts& out, std::string label, double cv, const ResourceKnobs& knobs) {
        const StepState then = m_solver.solve(m_plan, m_gpus, m_batch, knobs);
        out.causes.push_back({std::move(label), cv, m_now.step / then.step - 1,
                              out.wait - then.parts[static_cast<size_t>(StepPart::straggler)]});
    }

    void add_mitigations(StragglerCosts& out) {
        const double z = expected_maximum(m_gpus);
        if (m_spread.all() > 0 && z > 0) {
            const double left = expected_slowest(m_gpus, m_spread.persistent, m_spread.varying(), drained);
            if (m_spread.persistent > 0)
                add_mitigation(out, fmt::format("the slowest {:.0f} % of the GPUs replaced", 100 * drained),
                               left / z);
            Spread packed = m_spread;
            packed.imbalance = 0;
            if (m_spread.imbalance > 0) add_mitigation(out, "sequences packed to one length", packed.all());
            // Ranks of one replica meet in every layer.
            if (m_plan.tp * m_plan.pp * m_plan.cp * m_plan.ep == 1) {
                const int spare = static_cast<int>(std::clamp(std::round(drained * m_gpus), 1.0, 999.0));
                add_mitigation(out,
                               fmt::format("{} of {} GPUs as backup workers, the slowest not waited for",
                                           spare, format_count(m_gpus + spare)),
                               m_spread.all() * expected_order(m_gpus + spare, spare + 1) / z);
                if (m_plan.sync_every == 1) add_local_steps(out);
            }
        }
        for (const StragglerCosts::Cause& cause : out.causes)
            if (cause.cv == 0 && cause.gain > least_gain)
                out.mitigations.push_back({fmt::format("{} replaced", cause.label), cause.gain});
        add_uneven(out);
        add_asynchronous(out);
        std::ranges::stable_sort(out.mitigations, std::greater{}, &StragglerCosts::Mitigation::gain);
    }

    void add_local_steps(StragglerCosts& out) {
        Plan then = m_plan;
        then.sync_every = sync_every;
        const ExchangePrice price = exchange_price_of(m_impl, then);
        if (!price.is_known) return;
        add_mitigation(
            out,
            fmt::format("local SGD: replicas wait every {} steps only, {:.2f} times the tokens to the "
                        "same loss",
                        sync_every, price.tokens),
            straggler_cv(m_spread.persistent, m_spread.varying() / std::sqrt(sync_every), 0), price.tokens);
    }

    /// GPUs that are another part, or drawn slower, than most.
    double odd_gpus() const {
        StepConditions conditions;
        step_conditions(m_impl, m_plan, m_gpus, m_batch, {}, conditions);
        double gpus = 0;
        for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
            if (speed_class.kind != conditions.reference_kind ||
                speed_class.speed != m_impl.fabric.groups[conditions.reference_group].speed)
                gpus += speed_class.gpus;
        return gpus;
    }

    /// s of a step of replicas with so many micro-batches each, the slow GPUs among them or not.
    double step_of(double micro_batches, const ResourceKnobs& knobs) {
        return m_solver.solve(m_plan, m_gpus, micro_batches * m_plan.dp * m_plan.micro_batch, knobs).step;
    }

    /// The slow GPUs stand together in as few replicas as hold them, and these get fewer whole micro-batches,
    /// so many that they are done when the others are: max of a step of the others with theirs and of one
    /// with the slow GPUs and theirs.
    void add_uneven(StragglerCosts& out) {
        if (!waits_for_slower_kind(m_impl, m_now)) return;
        const double slow = odd_gpus(), replicas = std::ceil(slow / (m_gpus / m_plan.dp)), dp = m_plan.dp;
        const double all = std::ceil(m_batch / m_plan.micro_batch), most = micro_batches(m_plan, m_batch);
        if (replicas >= dp || most < 2) return;
        ResourceKnobs without;
        without.other_gpus_speed = 1e9;
        const auto others = [&](double few) { return std::ceil((all - replicas * few) / (dp - replicas)); };
        const auto is_early = [&](double few) { return step_of(few, {}) <= step_of(others(few), without); };
        double low = 0, high = most; // the slow ones are done early with `low`, late with `high`
        while (high - low > 1) {
            const double middle = std::floor((low + high) / 2);
            (is_early(middle) ? low : high) = middle;
        }
        double best = m_now.step, chosen = 0;
        for (const double few : {low, high})
            if (const double then =
                    few > 0 ? std::max(step_of(few, {}), step_of(others(few), without)) : best;
                then < best) {
                best = then;
                chosen = few;
            }
        const double gain = m_now.step / best - 1;
        if (gain > least_gain)
            out.mitigations.push_back(
                {fmt::format(
                     "the {} slow GPUs kept in {} of {} replicas, with {:.0f} micro-batches where the "
                     "others have {:.0f}",
                     format_count(slow), format_count(replicas), format_count(dp), chosen, others(chosen)),
                 gain});
    }

    /// Replicas that do not wait for each other: each at its own pace, and within it only for its own ranks.
    /// What a gradient is late by is about one step of all, which costs steps (core/step/cost/convergence.h).
    void add_asynchronous(StragglerCosts& out) {
        const double critical = critical_batch_of(m_impl).tokens, dp = m_plan.dp;
        if (dp < 2 || critical <= 0 || m_plan.sync_every > 1) return;
        const double z = expected_maximum(m_gpus), inside = expected_maximum(m_gpus / dp);
        ResourceKnobs own = spread_of(z > 0 ? m_spread.all() * inside / z : 0);
        const double slow_step = m_solver.solve(m_plan, m_gpus, m_batch, own).step;
        own.other_gpus_speed = 1e9;
        const double step = m_solver.solve(m_plan, m_gpus, m_batch, own).step;
        const double slow = waits_for_slower_kind(m_impl, m_now)
                                ? std::min(1.0, std::ceil(odd_gpus() / (m_gpus / dp)) / dp)
                                : 0; // share of the replicas
        const double rate = (1 - slow) / step + slow / slow_step;
        const double more = staleness_factor(m_batch * sequence_of(m_impl), critical, (dp - 1) / dp);
        const double gain = m_now.step * rate / more - 1;
        if (gain > least_gain)
            out.mitigations.push_back(
                {fmt::format("asynchronous SGD: no replica waits for another, {:.1f} % more "
                             "steps for the same loss",
                             100 * (more - 1)),
                 gain});
    }

    /// `cv`: of the spread that would make ranks as slow as they are then.
    /// `tokens`: times those to the same loss, as good as so much slower.
    void add_mitigation(StragglerCosts& out, std::string action, double cv, double tokens = 1) {
        const double then = m_solver.solve(m_plan, m_gpus, m_batch, spread_of(cv)).step * tokens;
        const double gain = m_now.step / then - 1;
        if (gain > least_gain) out.mitigations.push_back({std::move(action), gain});
    }

    ResourceKnobs spread_of(double cv) const {
        ResourceKnobs knobs;
        knobs.straggler_cv = m_spread.all() > 0 ? std::max(0.0, cv) / m_spread.all() : 1;
        return knobs;
    }

    /// How much longer a step is with a GPU of this speed among the others.
    double slow_gpu(double speed) const {
        const double computation = m_now.parts[static_cast<size_t>(StepPart::compute)] +
                                   m_now.parts[static_cast<size_t>(StepPart::memory)];
        const double beyond = computation / speed - computation -
                              m_now.parts[static_cast<size_t>(StepPart::straggler)] -
                              m_now.parts[static_cast<size_t>(StepPart::throttle)];
        return std::max(0.0, beyond) / m_now.productive(); // checkpoints and failures grow with it
    }

    const Prepared::Impl& m_impl;
    const Plan& m_plan;
    const double m_gpus, m_batch;
    const StepState& m_now;
    StepSolver m_solver;
    Spread m_spread;
};

} // namespace

StragglerCosts straggler_costs(const Prepared& prepared, const Evaluation& evaluation) {
    const double batch = batch_of(prepared.impl());
    const StepState now = StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, batch);
    return straggler_costs(prepared, evaluation.plan, evaluation.gpus, batch, now, evaluation.cost_per_hour);
}

StragglerCosts straggler_costs(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                               const StepState& now, Dollars cost_per_hour) {
    return Costs(prepared, plan, gpus, batch, now).all(cost_per_hour);
}

} // namespace roofrack
