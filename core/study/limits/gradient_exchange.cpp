// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/gradient_exchange.h"

#include "core/base/figures/builder.h"
#include "core/drawing/network/level_share.h"
#include "core/step/cost/gradient_call.h"
#include "core/step/engine/step_solver.h"
#include "core/study/sizes.h"

#include <cmath>

namespace roofrack {

namespace {

/// What a rank of that plan holds, and the way between those that hold the same.
struct HeldGradients {
    double bytes = 0;
    GroupPath path;
};

HeldGradients held_gradients(const Prepared::Impl& impl, Plan plan, const Machine& machine, double batch) {
    if (impl.model.generic) {
        const GenericInputs in = profile_inputs(impl, plan, machine, batch);
        return {generic_gradient_bytes(in), generic_gradient_path(in)};
    }
    plan.zero = 0; // whatever is sharded: all of the sum at each rank
    const StepContext context(step_inputs(impl, plan, machine, batch));
    const GroupPaths paths = group_paths(context, plan);
    const GradientCall call = gradient_call(context, plan, paths, stage_shape(context, plan));
    return {call.bytes * call.calls, *call.path};
}

} // namespace

std::vector<size_t> exchange_jumps(const GradientExchange& exchange) {
    std::vector<size_t> out;
    for (size_t i = 1; i < exchange.points.size(); ++i)
        if (exchange.points[i].links != exchange.points[i - 1].links) out.push_back(i);
    return out;
}

GradientExchange gradient_exchange(const Prepared& prepared, const Evaluation& evaluation,
                                   const std::optional<Bytes>& bytes) {
    const Prepared::Impl& impl = prepared.impl();
    const Fabric& fabric = prepared.fabric();
    GradientExchange out;
    out.of_plan = !bytes;
    out.drawn_gpus = fabric.gpus;
    if (!fabric.levels.empty()) out.innermost = fabric.levels.front().name;
    if (bytes) out.bytes = *bytes;
    if (!(evaluation.step_time.si() > 0)) return out;
    const double batch = batch_of(impl);
    const StepState state = StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, batch);
    const Machine& machine = impl.machines[state.reference_group];
    out.computing = Seconds(evaluation.parts[static_cast<size_t>(StepPart::compute)] +
                            evaluation.parts[static_cast<size_t>(StepPart::memory)]);
    for (const double gpus : sweep_counts(fabric.gpus, fabric.scale_up_domain)) {
        Plan plan = evaluation.plan;
        const double replica = static_cast<double>(plan.tp) * plan.pp * plan.cp;
        plan.dp = static_cast<int>(std::floor(gpus / replica));
        if (plan.dp < 2) continue;
        plan.shard = 0;
        HeldGradients held = held_gradients(impl, plan, machine, batch);
        if (!bytes) out.bytes = Bytes(held.bytes);
        ExchangePoint point{gpus, held.path.members, {}, {}, {}};
        if (const int farthest = held.path.outermost_level; farthest >= 0) {
            const auto level = static_cast<size_t>(farthest);
            point.block = fabric.levels[level].name;
            point.links = border_name(fabric.levels, level);
            if (level + 1 == fabric.levels.size()) point.links += ", beyond the drawing";
        }
        for (size_t i = 0; i < exchange_pattern_count; ++i)
            point.costs[i] = exchange_cost(static_cast<ExchangePattern>(i), out.bytes.si(), held.path);
        out.points.push_back(point);
    }
    return out;
}

namespace {

struct PatternCost {
    ExchangePattern pattern{};
    ExchangeCost cost;
};
void describe(figures::Builder<PatternCost>& f) {
    using namespace figures;
    using P = PatternCost;
    f.choice("pattern", &P::pattern, "pattern", "of the exchange", names_item);
    f.number(
        "time_s", [](const P& p) { return p.cost.seconds; }, seconds, "time", "of one exchange", less);
    f.number(
        "busiest_bytes", [](const P& p) { return p.cost.busiest; }, bytes, "busiest",
        "rank: what leaves it, and as much enters", less, always);
    f.number(
        "messages", [](const P& p) { return p.cost.messages; }, count, "messages", "of all ranks together",
        less, always);
}

std::vector<PatternCost> pattern_costs(const ExchangePoint& point) {
    std::vector<PatternCost> out;
    for (size_t i = 0; i < exchange_pattern_count; ++i)
        out.push_back({static_cast<ExchangePattern>(i), point.costs[i]});
    return out;
}

} // namespace

void describe(figures::Builder<ExchangePoint>& f) {
    using namespace figures;
    using P = ExchangePoint;
    f.number("gpus", &P::gpus, count, "GPUs", "whose gradients are added up", always);
    f.number("ranks", &P::ranks, count, "ranks", "replicas that take part", always);
    f.text("leaves", &P::block, "leaves", "the block of the fabric that they do not fit into",
           Absent{"they fit into one"});
    f.text("over", &P::links, "over", "the farthest links that are crossed", Absent{"none is"});
    f.list(
        "patterns", [](const P& p) { return pattern_costs(p); }, "patterns",
        "what the exchange takes by each");
}

void describe(figures::Builder<GradientExchange>& f) {
    using namespace figures;
    using E = GradientExchange;
    f.number("bytes", &E::bytes, bytes, "gradients", "that each rank holds", less, always);
    f.flag("of_plan", &E::of_plan, "of the plan", "not as asked");
    f.number("drawn_gpus", &E::drawn_gpus, count, "drawn GPUs", "beyond which more of the same is assumed",
             always);
    f.number("computing_s", &E::computing, seconds, "computing",
             "arithmetic and memory of the drawn step, which may hide it", always);
    f.list("points", &E::points, "sizes", "ascending");
}

} // namespace roofrack
