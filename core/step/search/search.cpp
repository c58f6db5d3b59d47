// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/search.h"

#include "core/base/units/parallel_workers.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/search/answer.h"
#include "core/step/search/coster.h"
#include "core/step/search/power_bound.h"
#include "core/step/search/selection.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <mutex>
#include <thread>

namespace roofrack {

namespace {

/// Published models on 131,072 GPUs have ten million plans.
constexpr double most_candidates = 1e8;

struct Counts {
    double evaluated = 0, feasible = 0, pruned = 0, faster = 0;
};

/// What all workers share.
struct Shared {
    const Prepared::Impl& impl;
    const SearchAxes& axes;
    const StepConditions& conditions;
    const PowerBound* power; ///< null: no Pareto front is wanted
    const Plan& base;
    double capacity = 0, gpus = 0, batch = 0;
    double base_time = 0; ///< s; plans that are faster are counted; 0: none are
    bool prune = true;
    bool has_precision = true; ///< the GPUs compute in the precision of the plans
    double space = 0;          ///< how many plans divide
    SearchProgress* progress = nullptr;
    const std::stop_token& stop;
    const PlanSelection empty_selection; ///< what a worker starts with
    const EmptyCellReasons no_reasons;

    std::atomic<size_t> next = 0; ///< index of the node to be searched next
    std::mutex mutex;             ///< guards all below
    PlanSelection selection;
    EmptyCellReasons reasons;
    Counts counts;
};

class Worker {
public:
    explicit Worker(Shared& shared)
        : m_shared(shared)
        , m_coster(shared.impl, shared.conditions, shared.base, m_kernels)
        , m_selection(shared.empty_selection)
        , m_reasons(shared.no_reasons) {}

    void run() {
        const auto& nodes = m_shared.axes.nodes();
        for (size_t i = m_shared.next++; i < nodes.size(); i = m_shared.next++) {
            search(nodes[i], i);
            const std::lock_guard lock(m_shared.mutex);
            m_shared.selection.merge(m_selection);
            m_selection = m_shared.selection;
            m_shared.reasons.merge(m_reasons);
            m_shared.counts.evaluated += m_counts.evaluated;
            m_shared.counts.feasible += m_counts.feasible;
            m_shared.counts.pruned += m_counts.pruned;
            m_shared.counts.faster += m_counts.faster;
            m_counts = {};
            if (m_shared.stop.stop_requested()) return;
        }
    }

private:
    void search(const SearchNode& node, size_t index) {
        const SearchAxes& axes = m_shared.axes;
        const std::vector<int> sizes = axes.micro_batches(node.dp);
        const std::vector<bool> sequence = axes.sequence_parallel(node.tp);
        m_pipelines = axes.pipelines(node.pp);
        m_recomputations = axes.recomputations(node.pp);
        m_sharding = axes.sharding(node);
        m_memory.resize(m_sharding.size() * m_pipelines.size());
        m_cell = node.cell;
        const double group = static_cast<double>(m_memory.size() * m_recomputations.size());
        if (group <= 0) return;
        m_coster.set_node(node, m_sharding);
        for (size_t b = 0; b < sizes.size(); ++b)
            for (size_t s = 0; s < sequence.size(); ++s) {
                if (m_shared.stop.stop_requested()) return;
                m_coster.set_micro_batch(sizes[b], sequence[s]);
                const bool divides = find_dividing();
                for (size_t r = 0; r < m_recomputations.size() && divides && !m_shared.stop.stop_requested();
                     ++r)
                    search_group(search_key({index, b, 0, r, 0, s}), r);
                if (!divides) m_counts.evaluated += group;
                if (m_shared.progress) m_shared.progress->done.fetch_add(group / m_shared.space);
            }
    }

    /// Finds the pipelines that divide the model and the batch; false: none does.
    bool find_dividing() {
        m_divides.assign(m_pipelines.size(), true);
        bool any = false;
        for (size_t i = 0; i < m_pipelines.size(); ++i) {
            m_coster.set_pipeline(m_pipelines[i]);
            Plan plan = m_coster.plan();
            m_divides[i] = m_shared.has_precision &&
                           is_possible(plan, m_shared.impl.model, m_shared.gpus, m_shared.batch);
            any = any || m_divides[i];
        }
        return any;
    }

    /// Costs all pipelines and shardings of one micro-batch and one choice of recompute.
    void search_group(uint64_t key, size_t recompute) {
        m_coster.set_recompute(m_recomputations[recompute]);
        const size_t columns = m_pipelines.size();
        double least = std::numeric_limits<double>::infinity();
        for (size_t z = 0; z < m_sharding.size(); ++z) {
            m_coster.set_sharding(z);
            for (size_t p = 0; p < columns; ++p) {
                if (!m_divides[p]) continue;
                m_coster.set_pipeline(m_pipelines[p]);
                m_memory[z * columns + p] = m_coster.memory();
                least = std::min(least, m_memory[z * columns + p]);
            }
        }
        m_reasons.see(m_cell, least);
        if (!(least <= m_shared.capacity)) {
            m_counts.evaluated += static_cast<double>(m_memory.size());
            return;
        }
        if (m_shared.prune) {
            const StepOutcome bound = m_coster.bound(m_pipelines);
            const double time = bound.step * rounding;
            if (loses(time, least, m_shared.power ? m_shared.power->line(bound.duty) * time : 0,
                      ~uint64_t(0))) {
                m_counts.pruned += static_cast<double>(m_memory.size());
                return;
            }
        }
        for (size_t z = 0; z < m_sharding.size(); ++z) {
            m_coster.set_sharding(z);
            for (size_t p = 0; p < columns; ++p) {
                m_counts.evaluated += 1;
                const double memory = m_memory[z * columns + p];
                if (!m_divides[p] || !(memory <= m_shared.capacity)) continue;
                m_coster.set_pipeline(m_pipelines[p]);
                cost(memory, key | search_key({0, 0, p, 0, z, 0}));
            }
        }
    }

    /// Whether a plan of at least this time, memory and energy is surely not kept.
    bool loses(double time, double memory, double energy, uint64_t key) const {
        return !m_selection.may_rank(time, m_cell) &&
               (!m_shared.power || m_selection.dominated(time, memory, energy, key));
    }

    void cost(double memory, uint64_t key) {
        StepOutcome outcome = m_coster.outcome(m_shared.prune ? Throttle::bounded : Throttle::solved);
        if (!std::isfinite(outcome.step)) {
            m_reasons.no_network(m_cell);
            return;
        }
        m_counts.feasible += 1;
        const auto least_energy = [&] {
            return m_shared.power ? m_shared.power->at_least(outcome.duty) * outcome.step * rounding : 0;
        };
        if (!m_shared.conditions.clocks_fixed && m_shared.prune) {
            // Throttle::bounded is a lower bound: a plan that loses by it need not be solved.
            if (loses(outcome.step * rounding, memory, least_energy(), key)) return;
            outcome = m_coster.outcome(Throttle::solved);
        }
        if (outcome.step < m_shared.base_time * rounding) m_counts.faster += 1;
        SearchPoint point{outcome.step, memory, 0, key};
        if (m_selection.may_rank(point.time, m_cell)) m_selection.rank(point, m_cell);
        if (!m_shared.power || m_selection.dominated(point.time, memory, least_energy(), key)) return;
        point.energy =
            m_shared.impl.facility->state(outcome.duty, m_shared.gpus).run_facility.si() * outcome.step;
        m_selection.add_to_front(point);
    }

    Shared& m_shared;
    KernelCosts m_kernels;
    PlanCoster m_coster;
    PlanSelection m_selection;
    EmptyCellReasons m_reasons;
    Counts m_counts;
    std::vector<PipelineChoice> m_pipelines;
    std::vector<RecomputeChoice> m_recomputations;
    std::vector<ShardChoice> m_sharding;
    std::vector<double> m_memory; ///< by sharding and pipeline, of those that divide
    std::vector<bool> m_divides;  ///< pipelines that divide
    size_t m_cell = 0;
};

double elapsed_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

Result<SearchResult> search(const Prepared& prepared, const SearchOptions& options, SearchProgress* progress,
                            const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    const Prepared::Impl& impl = prepared.impl();
    const double gpus = options.gpus > 0 ? options.gpus : impl.fabric.gpus;
    const double batch = options.global_batch.value_or(batch_of(impl));
    const Plan base = options.plan.value_or(impl.scenario.plan);
    const SearchAxes axes(impl, gpus, batch, base, options.space);

    SearchResult out;
    const SoftwareParameters& stack = software_of(impl, base);
    out.stack = stack.label;
    for (size_t i = 0; i < stack_feature_count; ++i)
        if (const auto feature = static_cast<StackFeature>(i); !StackFeatures::of(stack).has(feature))
            out.lacks.emplace_back(name_of(feature));
    for (const SearchNode& node : axes.nodes()) out.space += axes.candidates(node);
    out.left_out = axes.left_out();
    if (out.space <= 0)
        return fail("search", "no plan divides the model, the batch and the GPUs",
                    "allow more values of an axis, or another GPU count or batch");
    if (out.space > most_candidates)
        return fail("search",
                    fmt::format("{} plans divide, more than the {} that are searched",
                                format_count(out.space), format_count(most_candidates)),
                    "name the values of some axes: tp, pp, micro-batch or recompute layers");

    StepConditions conditions;
    step_conditions(impl, base, gpus, batch, {}, conditions);
    std::optional<PowerBound> power;
    if (options.front) power.emplace(*impl.facility, gpus, conditions.clocks_fixed);
    SearchResultBuilder answerer(prepared, axes, base, gpus, batch);
    out.base = answerer.base_plan();
    const size_t cells = axes.tp().size() * axes.pp().size();
    const PlanSelection empty_selection(static_cast<size_t>(std::max(0, options.top)), cells);
    const EmptyCellReasons no_reasons(cells);
    const double base_time = options.rank_all && out.base->feasible ? out.base->step_time.si() : 0;
    Shared shared{.impl = impl,
                  .axes = axes,
                  .conditions = conditions,
                  .power = power ? &*power : nullptr,
                  .base = base,
                  .capacity = memory_capacity(impl, gpus),
                  .gpus = gpus,
                  .batch = batch,
                  .base_time = base_time,
                  .prune = !options.rank_all,
                  .has_precision = precision_refusal(impl, base, gpus).empty(),
                  .space = out.space,
                  .progress = progress,
                  .stop = stop,
                  .empty_selection = empty_selection,
                  .no_reasons = no_reasons,
                  .next = 0,
                  .mutex = {},
                  .selection = empty_selection,
                  .reasons = no_reasons,
                  .counts = {}};
    const size_t threads = options.threads > 0 ? options.threads : std::thread::hardware_concurrency();
    run_parallel_workers(std::min({threads, size_t{256}, axes.nodes().size()}),
                         [&shared] { Worker(shared).run(); });
    out.cancelled = stop.stop_requested();
    out.evaluated = shared.counts.evaluated;
    out.feasible = shared.counts.feasible;
    out.pruned = shared.counts.pruned;
    if (shared.base_time > 0 && !out.cancelled) out.base_rank = 1 + shared.counts.faster;
    answerer.fill(shared.selection, shared.reasons, out);
    if (progress && !out.cancelled) progress->done = 1;
    out.seconds = elapsed_since(start);
    return out;
}

std::string RankedPlan::why(std::string_view unbeaten) const {
    const std::string_view lost = reason.empty() ? unbeaten : std::string_view(reason);
    if (!may_not_fit()) return std::string(lost);
    return fmt::format("{}{}{}", lost, lost.empty() ? "" : " · ", name_of(memory_verdict));
}

} // namespace roofrack
