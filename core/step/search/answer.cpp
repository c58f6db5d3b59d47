// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/answer.h"
#include "core/step/cost/generation.h"

#include "core/step/engine/band_basis.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/plan_memory.h"
#include "core/step/workload/layer_parameters.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr int node_bits = 20, micro_batch_bits = 10, pipeline_bits = 12, recompute_bits = 14,
              sharding_bits = 5, sequence_bits = 1;
static_assert(node_bits + micro_batch_bits + pipeline_bits + recompute_bits + sharding_bits + sequence_bits <=
              64);

std::string first_critical(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (finding.severity == Severity::critical) return finding.message;
    return {};
}

/// The two parts that cost most more than in the best plan.
std::string why_slower(const RankedPlan& plan, const RankedPlan& best) {
    const double lost = plan.step_time.si() - best.step_time.si();
    if (lost < -1e-9 * best.step_time.si()) return "faster than all that were searched";
    if (!(lost > 1e-9 * best.step_time.si())) return "as fast as the best";
    std::array<size_t, step_part_count> order{};
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto more = [&](size_t i) { return plan.parts[i] - best.parts[i]; };
    std::ranges::sort(order, [&](size_t a, size_t b) { return more(a) > more(b); });
    std::string out;
    for (size_t i = 0; i < 2 && more(order[i]) > 0.1 * lost; ++i)
        out += fmt::format("{}+{} {}", out.empty() ? "" : ", ",
                           format_quantity(more(order[i]), Dimension::time, 2),
                           label_of(static_cast<StepPart>(order[i])));
    return out;
}

/// What a slower plan of the front has for its time.
std::string what_it_saves(const RankedPlan& plan, const RankedPlan& best) {
    std::string out;
    const auto add = [&](double share, const char* of) {
        if (share >= 0.001)
            out += fmt::format("{}{:.1f} % less {}", out.empty() ? "" : ", ", 100 * share, of);
    };
    add(1 - plan.memory / best.memory, "memory");
    add(1 - plan.energy / best.energy, "energy");
    return out;
}

} // namespace

uint64_t search_key(const SearchPosition& p) {
    uint64_t key = p.node;
    key = key << micro_batch_bits | p.micro_batch;
    key = key << pipeline_bits | p.pipeline;
    key = key << recompute_bits | p.recompute;
    key = key << sharding_bits | p.sharding;
    return key << sequence_bits | p.sequence;
}

SearchPosition position_of(uint64_t key) {
    const auto take = [&key](int bits) {
        const size_t value = key & ((uint64_t(1) << bits) - 1);
        key >>= bits;
        return value;
    };
    SearchPosition p;
    p.sequence = take(sequence_bits);
    p.sharding = take(sharding_bits);
    p.recompute = take(recompute_bits);
    p.pipeline = take(pipeline_bits);
    p.micro_batch = take(micro_batch_bits);
    p.node = take(node_bits);
    return p;
}

void EmptyCellReasons::merge(const EmptyCellReasons& other) {
    for (size_t i = 0; i < m_cells.size(); ++i) {
        m_cells[i].least_memory = std::min(m_cells[i].least_memory, other.m_cells[i].least_memory);
        m_cells[i].no_network = m_cells[i].no_network || other.m_cells[i].no_network;
    }
}

SearchResultBuilder::SearchResultBuilder(const Prepared& prepared, const SearchAxes& axes, const Plan& base,
                                         double gpus, double batch)
    : m_prepared(prepared)
    , m_axes(axes)
    , m_base(base)
    , m_gpus(gpus)
    , m_batch(batch) {}

Plan SearchResultBuilder::plan_at(uint64_t key) const {
    const SearchPosition p = position_of(key);
    const SearchNode& node = m_axes.nodes()[p.node];
    const PipelineChoice pipeline = m_axes.pipelines(node.pp)[p.pipeline];
    const RecomputeChoice recompute = m_axes.recomputations(node.pp)[p.recompute];
    Plan plan = m_base;
    plan.tp = node.tp;
    plan.pp = node.pp;
    plan.cp = node.cp;
    plan.ep = node.ep;
    plan.dp = node.dp;
    plan.micro_batch = m_axes.micro_batches(node.dp)[p.micro_batch];
    plan.vpp = pipeline.vpp;
    plan.schedule = pipeline.schedule;
    plan.recompute = recompute.kind;
    plan.recompute_layers = recompute.layers;
    const ShardChoice sharding = m_axes.sharding(node)[p.sharding];
    plan.zero = sharding.zero;
    plan.shard = sharding.shard;
    plan.sequence_parallel = m_axes.sequence_parallel(node.tp)[p.sequence];
    return plan;
}

RankedPlan SearchResultBuilder::ranked(const Plan& plan) const {
    const Prepared::Impl& impl = m_prepared.impl();
    RankedPlan out;
    out.plan = plan;
    out.memory = Bytes(memory_of(impl, plan, m_batch).total());
    out.memory_verdict = memory_need(impl, plan, out.memory.si()).against(memory_capacity(impl, m_gpus));
    StepSolver solver(m_prepared);
    const StepState state = solver.solve(plan, m_gpus, m_batch);
    if (!std::isfinite(state.step)) {
        out.feasible = false;
        out.reason = "no network between the GPUs";
        return out;
    }
    out.step_time = Seconds(state.step);
    const Band band = Uncertainty::built_in().band(state.step, band_basis(impl, plan, m_batch));
    out.step_time_low = Seconds(band.low);
    out.step_time_high = Seconds(band.high);
    out.parts = state.parts;
    const double peak = state.peak * state.productive();
    out.mfu = m_batch *
              (impl.model.transformer ? model_flops(*impl.model.transformer, sequence_of(impl)).palm +
                                            tuning_flops(*impl.model.transformer,
                                                         impl.scenario.workload.tuning, sequence_of(impl))
                                      : impl.model.generic->flops_per_sample.si()) /
              peak;
    if (out.mfu <= 0) out.mfu = std::nan("");
    out.energy = impl.facility->state(state.duty, m_gpus).run_facility * out.step_time;
    out.reason = place_refusal(impl, state.duty, m_gpus);
    out.feasible = out.reason.empty();
    return out;
}

RankedPlan SearchResultBuilder::base_plan() const {
    const Prepared::Impl& impl = m_prepared.impl();
    Plan plan = m_base;
    if (m_gpus != impl.fabric.gpus) plan.dp = 0; // away from the drawing the replicas follow the GPUs
    const std::vector<Finding> findings = plan_findings(impl, plan, m_gpus, m_batch);
    if (std::string reason = first_critical(findings); !reason.empty()) {
        RankedPlan out;
        out.plan = plan;
        out.feasible = false;
        out.reason = std::move(reason);
        return out;
    }
    RankedPlan out = ranked(plan);
    if (out.memory_verdict == MemoryVerdict::does_not_fit) {
        out.feasible = false;
        out.reason = too_large(out.memory.si(), memory_capacity(impl, m_gpus));
    }
    return out;
}

void SearchResultBuilder::fill(const PlanSelection& selection, const EmptyCellReasons& notes,
                               SearchResult& out) const {
    for (const SearchPoint& point : selection.best()) out.best.push_back(ranked(plan_at(point.key)));
    for (const SearchPoint& point : selection.front()) out.pareto.push_back(ranked(plan_at(point.key)));
    const double capacity = memory_capacity(m_prepared.impl(), m_gpus);
    const std::string refusal = precision_refusal(m_prepared.impl(), m_base, m_gpus);
    for (size_t t = 0; t < m_axes.tp().size(); ++t)
        for (size_t p = 0; p < m_axes.pp().size(); ++p) {
            const size_t index = t * m_axes.pp().size() + p;
            SearchCell cell{m_axes.tp()[t], m_axes.pp()[p], {}, {}};
            const SearchPoint& point = selection.cells()[index];
            if (std::isfinite(point.time))
                cell.best = ranked(plan_at(point.key));
            else if (!refusal.empty())
                cell.reason = refusal;
            else if (notes[index].no_network)
                cell.reason = "no network between the GPUs";
            else if (std::isfinite(notes[index].least_memory))
                cell.reason = too_large(notes[index].least_memory, capacity);
            else
                cell.reason = "does not divide";
            out.map.push_back(std::move(cell));
        }

    // The fastest of all leads every list that was asked for.
    if (out.pareto.empty() && out.best.empty()) return;
    const RankedPlan reference = out.best.empty() ? out.pareto.front() : out.best.front();
    const auto explain = [&](RankedPlan& plan) {
        if (plan.feasible && plan.plan != reference.plan) plan.reason = why_slower(plan, reference);
    };
    std::ranges::for_each(out.best, explain);
    for (RankedPlan& plan : out.pareto) {
        explain(plan);
        const std::string saved = what_it_saves(plan, reference);
        if (!saved.empty()) plan.reason = plan.reason.empty() ? saved : saved + "; " + plan.reason;
    }
    for (SearchCell& cell : out.map)
        if (cell.best) explain(*cell.best);
    if (out.base) explain(*out.base);
}

} // namespace roofrack
