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
         const Plan& base, double capacity, KernelCosts& kernels)
        : m_impl(impl)
        , m_axes(axes)
        , m_conditions(conditions)
        , m_coster(impl, conditions, base, kernels)
        , m_capacity(capacity)
        , m_frees_host_link(base.offload_activations > 0) {}

    /// Finds the fastest plan that needs no more than so many bytes beside, up to `slower` slower than the
    /// fastest of all.
    void find_sure(double capacity, double slower) {
        m_sure_capacity = capacity;
        m_slower = slower;
    }

    /// `time` of a plan that runs: what is slower is not looked at.
    void expect(double time) { m_time = std::min(m_time, time * (1 + 1e-9)); } // costed in another order

    /// Looks at every plan until one runs, and finds what those that do not fit would need.
    void start_over() {
        m_time = m_sure_time = infinite;
        m_sure.reset();
        m_measures = true;
    }

    void run(const std::stop_token& stop) {
        for (const SearchNode& node : m_axes.nodes()) {
            if (stop.stop_requested()) return;
            run(node, stop);
        }
    }

    const std::optional<Plan>& best() const { return m_best; }
    const std::optional<Plan>& sure() const { return m_sure; }
    /// The least of the plans that were looked at: all of them only after start_over().
    double least_memory() const { return m_least_memory; }
    bool no_network() const { return m_no_network; }

private:
    void run(const SearchNode& node, const std::stop_token& stop) {
        m_sharding = m_axes.sharding(node);
        if (!m_measures)
            std::erase_if(m_sharding, [&](const ShardChoice& each) {
                return m_coster.least_memory(node, each) * rounding > m_capacity;
            });
        set_stages(node.pp);
        if (m_sharding.empty() || m_pipelines.empty() || m_recomputations.empty()) return;
        m_coster.set_node(node, m_sharding);
        const std::vector<bool> sequences = m_axes.sequence_parallel(node.tp);
        for (const int size : m_axes.micro_batches(node.dp))
            for (const bool sequence : sequences) {
                if (stop.stop_requested()) return;
                m_coster.set_micro_batch(size, sequence);
                if (m_coster.least_step(m_pipelines) * rounding > longest()) continue;
                m_coster.set_recompute(m_recomputations.front());
                // What repeats nothing is fastest.
                if (m_recomputations.front().kind == Recompute::none && !m_frees_host_link && beaten())
                    continue;
                if (!some_fit()) continue;
                if (!std::isfinite(m_time) && m_coster.is_cut_off(m_pipelines)) {
                    m_no_network = true;
                    return;
                }
                run_recomputations();
            }
    }

    /// Neighbours in the order of the nodes have the same stages.
    void set_stages(int pp) {
        if (pp == m_stages) return;
        m_stages = pp;
        m_pipelines = m_axes.pipelines(pp);
        m_recomputations = m_axes.recomputations(pp);
    }

    /// What repeats least of a kind is its fastest; one layer repeated whole may be faster than a part of
    /// all.
    void run_recomputations() {
        for (size_t begin = 0, end = 0; begin < m_recomputations.size(); begin = end) {
            for (end = begin + 1; end < m_recomputations.size() && !begins_kind(end);) ++end;
            if (!m_frees_host_link && beaten_under(begin)) continue;
            m_fits.assign(m_pipelines.size() * m_sharding.size(), false);
            bool goes_on = true;
            for (size_t r = first_to_fit(begin, end); r < end && goes_on; ++r)
                goes_on = beaten_under(r) ? m_frees_host_link : run_group();
        }
    }

    bool beaten_under(size_t recompute) {
        m_coster.set_recompute(m_recomputations[recompute]);
        return beaten();
    }

    /// The first choice from `begin` on under which a plan may fit, where the choices before `end`, all of
    /// one kind, repeat more and more and keep less and less.
    size_t first_to_fit(size_t begin, size_t end) {
        if (end - begin <= 2 || !m_coster.keeps_less_by_repeating()) return begin;
        size_t last = end - 1;
        while (begin < last) {
            const size_t middle = begin + (last - begin) / 2;
            if (memory_under(middle) * rounding <= m_capacity)
                last = middle;
            else
                begin = middle + 1;
        }
        return begin;
    }

    bool begins_kind(size_t r) const {
        return r == 0 || m_recomputations[r].kind != m_recomputations[r - 1].kind;
    }

    /// s of a step; slower plans are not asked for.
    double longest() const {
        return m_sure_capacity > 0 ? std::min(m_sure_time, m_time * (1 + m_slower) * (1 + 1e-9)) : m_time;
    }

    bool beaten() { return m_coster.bound(m_pipelines).step * rounding > longest(); }

    /// What repeats most needs the least memory as a rule: not where a stage has few layers, since one of
    /// them is held whole while it is repeated, nor where a share of what is repeated stays. Between one
    /// layer that is repeated and all of them the need changes by as much a layer, so that it is least at an
    /// end.
    bool some_fit() {
        const size_t last = m_recomputations.size() - 1;
        double least = memory_under(last);
        if (least > m_capacity && !m_measures && (least - m_coster.held_to_repeat()) * rounding > m_capacity)
            return false;
        for (size_t r = 0; r < last && least > m_capacity; ++r)
            if (begins_kind(r)) least = std::min(least, memory_under(r));
        m_least_memory = std::min(m_least_memory, least);
        return least <= m_capacity;
    }

    /// The least memory of any pipeline and sharding, or that of one that fits.
    double memory_under(size_t recompute) {
        m_coster.set_recompute(m_recomputations[recompute]);
        double least = infinite;
        each_plan([&] {
            least = std::min(least, m_coster.memory());
            return least > m_capacity;
        });
        return least;
    }

    /// False: all of them fit, surely where that is asked for, so that none gets faster by repeating more.
    bool run_group() {
        bool all_fit = true;
        size_t at = 0;
        each_plan([&] {
            char& fits = m_fits[at++];
            if (!fits || m_frees_host_link) {
                const double memory = m_coster.memory();
                fits = memory <= (m_sure_capacity > 0 ? m_sure_capacity : m_capacity);
                if (memory <= m_capacity) run_plan(memory);
            }
            all_fit = all_fit && fits;
            return true;
        });
        return !all_fit || m_frees_host_link;
    }

    void run_plan(double memory) {
        double time = m_coster.outcome(Throttle::bounded).step;
        if (!std::isfinite(time)) {
            m_no_network = true;
            return;
        }
        if (!(time <= longest())) return;
        if (!m_conditions.clocks_fixed) time = m_coster.outcome(Throttle::solved).step;
        const bool is_sure = memory <= m_sure_capacity && wins(time, longest(), m_sure);
        const bool is_best = wins(time, m_time, m_best);
        Plan plan = m_coster.plan();
        if (!(is_best || is_sure) || !divides(plan)) return;
        if (is_best) m_time = time, m_best = plan;
        if (is_sure) m_sure_time = time, m_sure = plan;
    }

    /// The first one of equally fast plans does.
    static bool wins(double time, double than, const std::optional<Plan>& has) {
        return time < than || (time == than && !has);
    }

    /// Until `visit` returns false.
    template<class Visit>
    void each_plan(Visit visit) {
        for (const PipelineChoice& pipeline : m_pipelines) {
            m_coster.set_pipeline(pipeline);
            for (size_t z = 0; z < m_sharding.size(); ++z) {
                m_coster.set_sharding(z);
                if (!visit()) return;
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
    double m_capacity = 0, m_sure_capacity = 0; ///< B; 0: nothing is found beside
    double m_slower = 0;
    double m_time = infinite, m_sure_time = infinite;
    std::optional<Plan> m_best, m_sure;
    double m_least_memory = infinite;
    bool m_no_network = false;
    std::vector<char> m_fits; ///< those pipelines and shardings that fit under what repeats less of a kind
    bool m_frees_host_link = false; ///< what is repeated need not leave for the host, so that a plan that
                                    ///< repeats more may be faster
    bool m_measures = false;        ///< what does not fit is measured too
    int m_stages = 0;               ///< those that the next two are of
    std::vector<PipelineChoice> m_pipelines;
    std::vector<RecomputeChoice> m_recomputations;
    std::vector<ShardChoice> m_sharding;
};

struct Found {
    FastestPlan fastest;
    std::optional<Plan> sure;
};

/// What plans need at most that surely fit: at the upper end of the band of their need, too. How wide the
/// band is follows from stack and model, and is the same for all plans of a search.
double sure_capacity(const Prepared::Impl& impl, const Plan& base, double capacity) {
    return memory_need(impl, base, capacity).low;
}

/// The fastest plan that needs no more than a GPU has; with `whole_band` of those that surely fit, else with
/// `slower` one of these beside it, up to so much slower.
Found fastest_that_fit(const Prepared& prepared, const SearchOptions& options, std::span<const Plan> hints,
                       bool whole_band, std::optional<double> slower, KernelCosts& kernels,
                       const std::stop_token& stop) {
    const Prepared::Impl& impl = prepared.impl();
    const double gpus = options.gpus > 0 ? options.gpus : impl.fabric.gpus;
    const double batch = options.global_batch.value_or(batch_of(impl));
    const Plan base = options.plan.value_or(impl.scenario.plan);
    if (std::string refusal = precision_refusal(impl, base, gpus); !refusal.empty())
        return {{std::nullopt, std::move(refusal)}, {}};
    const SearchAxes axes(impl, gpus, batch, base, options.space);
    const double whole = memory_capacity(impl, gpus), surely = sure_capacity(impl, base, whole);
    const double capacity = whole_band ? surely : whole;
    StepConditions conditions;
    step_conditions(impl, base, gpus, batch, {}, conditions);

    Race race(impl, axes, conditions, base, capacity, kernels);
    if (slower) race.find_sure(surely, *slower);
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
    // A hint may be no plan of the space, and faster than all that are; and where nothing fits, what needs
    // least is told.
    if (!race.best() && (expects || !(race.no_network() || race.least_memory() <= capacity))) {
        race.start_over();
        race.run(stop);
    }

    Found out{{race.best(), {}}, race.sure()};
    if (out.fastest.plan) return out;
    if (race.no_network())
        out.fastest.reason = "no network between the GPUs";
    else if (std::isfinite(race.least_memory()) && race.least_memory() > capacity)
        out.fastest.reason = too_large(race.least_memory(), capacity);
    else
        out.fastest.reason = "nothing divides the model, the batch and the GPUs";
    return out;
}

} // namespace

FastestPlan fastest_plan(const Prepared& prepared, const SearchOptions& options, std::span<const Plan> hints,
                         const std::stop_token& stop) {
    KernelCosts kernels;
    return fastest_that_fit(prepared, options, hints, false, {}, kernels, stop).fastest;
}

std::optional<Plan> fastest_sure_plan(const Prepared& prepared, const SearchOptions& options,
                                      const std::stop_token& stop) {
    KernelCosts kernels;
    return fastest_that_fit(prepared, options, {}, true, {}, kernels, stop).fastest.plan;
}

namespace {

FastestPlan prudent_of(const Prepared& prepared, std::span<const Plan> hints, const std::stop_token& stop,
                       double slower, KernelCosts& kernels) {
    auto [fastest, sure] = fastest_that_fit(prepared, {}, hints, false, slower, kernels, stop);
    if (!fastest.plan || !sure || stop.stop_requested()) return fastest;
    const Prepared::Impl& impl = prepared.impl();
    const double gpus = impl.fabric.gpus, batch = batch_of(impl);
    const double need = memory_of(impl, *fastest.plan, batch).total();
    if (memory_need(impl, *fastest.plan, need).against(memory_capacity(impl, gpus)) !=
        MemoryVerdict::may_not_fit)
        return fastest;
    StepSolver solver(prepared);
    const double longest = solver.solve(*fastest.plan, gpus, batch).step * (1 + slower);
    return solver.solve(*sure, gpus, batch).step <= longest ? FastestPlan{std::move(sure), {}} : fastest;
}

} // namespace

FastestPlan prudent_plan(const Prepared& prepared, std::span<const Plan> hints, const std::stop_token& stop,
                         double slower) {
    KernelCosts kernels;
    return prudent_of(prepared, hints, stop, slower, kernels);
}

FastestPlan prudent_plan(const Prepared& prepared, std::span<const Plan> hints, const std::stop_token& stop,
                         double slower, SearchMemory& memory) {
    constexpr size_t most_near = 4;
    std::vector<Plan> all(hints.begin(), hints.end());
    all.insert(all.end(), memory.near.begin(), memory.near.end());
    FastestPlan out = prudent_of(prepared, all, stop, slower, memory.kernels);
    if (!out.plan) return out;
    Plan near = *out.plan;
    near.dp = 0; // whatever its GPUs leave
    std::erase(memory.near, near);
    if (memory.near.size() >= most_near) memory.near.pop_back();
    memory.near.insert(memory.near.begin(), std::move(near));
    return out;
}

} // namespace roofrack
