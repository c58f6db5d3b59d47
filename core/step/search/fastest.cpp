// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/fastest.h"

#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/search/answer.h"
#include "core/step/search/coster.h"
#include "core/step/search/power_bound.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

class Race {
public:
    Race(const Prepared::Impl& impl, const SearchAxes& axes, const StepConditions& conditions,
         const Plan& base, double capacity)
        : m_impl(impl)
        , m_axes(axes)
        , m_conditions(conditions)
        , m_coster(impl, conditions, base)
        , m_capacity(capacity) {}

    /// `time` of a plan that runs: what is slower is not looked at.
    void expect(double time) { m_time = std::min(m_time, time * (1 + 1e-9)); } // costed in another order

    void expect_nothing() { m_time = infinite; }

    void run(const std::stop_token& stop) {
        for (const SearchNode& node : m_axes.nodes()) {
            if (stop.stop_requested()) return;
            run(node, stop);
        }
    }

    const std::optional<Plan>& best() const { return m_best; }
    double least_memory() const { return m_least_memory; }
    bool no_network() const { return m_no_network; }

private:
    void run(const SearchNode& node, const std::stop_token& stop) {
        m_sharding = m_axes.sharding(node);
        m_pipelines = m_axes.pipelines(node.pp);
        m_recomputations = m_axes.recomputations(node.pp);
        if (m_sharding.empty() || m_pipelines.empty() || m_recomputations.empty()) return;
        m_coster.set_node(node, m_sharding);
        for (const int size : m_axes.micro_batches(node.dp))
            for (const bool sequence : m_axes.sequence_parallel(node.tp)) {
                if (stop.stop_requested()) return;
                m_coster.set_micro_batch(size, sequence);
                m_coster.set_recompute(m_recomputations.front());
                // What repeats nothing is fastest.
                if (m_recomputations.front().kind == Recompute::none && beaten()) continue;
                if (!some_fit()) continue;
                run_recomputations();
            }
    }

    /// What repeats least of a kind is its fastest; one layer repeated whole may be faster than a part of
    /// all.
    void run_recomputations() {
        bool kind_is_beaten = false;
        for (size_t r = 0; r < m_recomputations.size(); ++r) {
            if (!begins_kind(r) && kind_is_beaten) continue;
            m_coster.set_recompute(m_recomputations[r]);
            kind_is_beaten = beaten();
            if (!kind_is_beaten) run_group();
        }
    }

    bool begins_kind(size_t r) const {
        return r == 0 || m_recomputations[r].kind != m_recomputations[r - 1].kind;
    }

    bool beaten() { return m_coster.bound(m_pipelines).step * rounding > m_time; }

    /// What repeats most needs the least memory as a rule: not where a stage has few layers, since one of
    /// them is held whole while it is repeated, nor where a share of what is repeated stays. Between one
    /// layer that is repeated and all of them the need changes by as much a layer, so that it is least at an
    /// end.
    bool some_fit() {
        const size_t last = m_recomputations.size() - 1;
        double least = memory_under(last);
        for (size_t r = 0; r < last && least > m_capacity; ++r)
            if (begins_kind(r)) least = std::min(least, memory_under(r));
        m_least_memory = std::min(m_least_memory, least);
        return least <= m_capacity;
    }

    /// The least memory of any pipeline and sharding.
    double memory_under(size_t recompute) {
        m_coster.set_recompute(m_recomputations[recompute]);
        double least = infinite;
        each_plan([&] { least = std::min(least, m_coster.memory()); });
        return least;
    }

    void run_group() {
        each_plan([&] {
            if (!(m_coster.memory() <= m_capacity)) return;
            double time = m_coster.outcome(Throttle::bounded).step;
            if (!std::isfinite(time)) {
                m_no_network = true;
                return;
            }
            if (!(time <= m_time)) return;
            if (!m_conditions.clocks_fixed) time = m_coster.outcome(Throttle::solved).step;
            if (!(time <= m_time) || (time == m_time && m_best)) return;
            Plan plan = m_coster.plan();
            if (!divides(plan)) return;
            m_time = time;
            m_best = plan;
        });
    }

    template<class Do>
    void each_plan(Do visit) {
        for (const PipelineChoice& pipeline : m_pipelines) {
            m_coster.set_pipeline(pipeline);
            for (size_t z = 0; z < m_sharding.size(); ++z) {
                m_coster.set_sharding(z);
                visit();
            }
        }
    }

    bool divides(Plan& plan) const {
        return is_possible(plan, m_impl.model, m_conditions.gpus, m_conditions.batch);
    }

    const Prepared::Impl& m_impl;
    const SearchAxes& m_axes;
    const StepConditions& m_conditions;
    PlanCoster m_coster;
    double m_capacity = 0;
    double m_time = infinite;
    std::optional<Plan> m_best;
    double m_least_memory = infinite;
    bool m_no_network = false;
    std::vector<PipelineChoice> m_pipelines;
    std::vector<RecomputeChoice> m_recomputations;
    std::vector<ShardChoice> m_sharding;
};

} // namespace

FastestPlan fastest_plan(const Prepared& prepared, const SearchOptions& options, std::span<const Plan> hints,
                         const std::stop_token& stop) {
    const Prepared::Impl& impl = prepared.impl();
    const double gpus = options.gpus > 0 ? options.gpus : impl.fabric.gpus;
    const double batch = options.global_batch.value_or(batch_of(impl));
    const Plan base = options.plan.value_or(impl.scenario.plan);
    if (std::string refusal = precision_refusal(impl, base, gpus); !refusal.empty())
        return {std::nullopt, std::move(refusal)};
    const SearchAxes axes(impl, gpus, batch, base, options.space);
    const double capacity = memory_capacity(impl, gpus);
    StepConditions conditions;
    step_conditions(impl, base, gpus, batch, {}, conditions);

    Race race(impl, axes, conditions, base, capacity);
    StepSolver solver(prepared);
    bool expects = false;
    for (Plan hint : hints) {
        PlanAtSize candidate;
        hint.dp = 0;
        if (!try_plan(prepared, solver, hint, gpus, batch, candidate, MemoryRule::chosen).empty()) continue;
        race.expect(candidate.state.step);
        expects = true;
    }
    race.run(stop);
    // A hint may be no plan of the space, and faster than all that are.
    if (expects && !race.best()) {
        race.expect_nothing();
        race.run(stop);
    }

    FastestPlan out{race.best(), {}};
    if (out.plan) return out;
    if (race.no_network())
        out.reason = "no network between the GPUs";
    else if (std::isfinite(race.least_memory()) && race.least_memory() > capacity)
        out.reason = too_large(race.least_memory(), capacity);
    else
        out.reason = "nothing divides the model, the batch and the GPUs";
    return out;
}

} // namespace roofrack
