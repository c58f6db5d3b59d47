// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/limits/gradient_reduction.h"

#include "core/step/cost/gradient_call.h"
#include "core/step/cost/group_spans.h"
#include "core/step/engine/step_solver.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

std::optional<SumPrecision> precision_of(double bits, Precision computed) {
    if (bits > 16) return SumPrecision::fp32;
    if (bits < 16) return std::nullopt;
    return computed == Precision::fp16 ? SumPrecision::fp16 : SumPrecision::bf16;
}

void add_call(GradientReduction& out, Collective collective, double bytes, const GroupPath& path) {
    if (path.members <= 1) return;
    const CollectiveAlgorithm algorithm = collective_algorithm(collective, bytes, path);
    out.calls.push_back({collective, algorithm, path.members, path.nodes, Bytes(bytes)});
    const std::vector<ReductionStage> stages = reduction_stages(algorithm, path.members, path.nodes);
    out.stages.insert(out.stages.end(), stages.begin(), stages.end());
    out.is_measured = out.is_measured || path.measured;
}

} // namespace

std::vector<ReductionStage> reduction_stages(CollectiveAlgorithm algorithm, double ranks, double domains) {
    const double nodes = std::max(1.0, std::round(domains)),
                 inside = std::max(1.0, std::round(ranks / nodes));
    // Domains that are not all alike: as one order over all.
    const bool even = nodes * inside == ranks;
    std::vector<ReductionStage> out;
    const auto add = [&](ReductionOrder order, double count) {
        if (count > 1) out.push_back({order, count});
    };
    switch (algorithm) {
    case CollectiveAlgorithm::none: break;
    case CollectiveAlgorithm::ring:
    case CollectiveAlgorithm::torus: add(ReductionOrder::ring, ranks); break;
    case CollectiveAlgorithm::pat:
    case CollectiveAlgorithm::all_pairs: add(ReductionOrder::tree, ranks); break;
    case CollectiveAlgorithm::tree:
    case CollectiveAlgorithm::nvls:
    case CollectiveAlgorithm::collnet:
        if (!even) {
            add(ReductionOrder::tree, ranks);
            break;
        }
        add(algorithm == CollectiveAlgorithm::nvls ? ReductionOrder::in_switch : ReductionOrder::ring,
            inside);
        add(ReductionOrder::tree, nodes);
        break;
    }
    return out;
}

GradientReduction gradient_reduction(const Prepared& prepared, const Evaluation& evaluation) {
    const Prepared::Impl& impl = prepared.impl();
    const Plan& plan = evaluation.plan;
    GradientReduction out;
    if (!evaluation.feasible && !(evaluation.step_time.si() > 0)) return out;
    const double batch = batch_of(impl);
    const StepState state = StepSolver(prepared).solve(plan, evaluation.gpus, batch);
    const Machine& machine = impl.machines[state.reference_group];
    out.software = software_of(impl, plan).name;
    out.bits_of_plan = plan.gradient_bits > 0;
    out.micro_batches = micro_batches(plan, batch);
    if (impl.model.generic) {
        const GenericInputs in = profile_inputs(impl, plan, machine, batch);
        out.bits = generic_gradient_bits(in);
        out.ranks = std::max(1, plan.dp);
        add_call(out, Collective::all_reduce, generic_gradient_bytes(in), generic_gradient_path(in));
    } else {
        const StepContext context(step_inputs(impl, plan, machine, batch));
        const GroupPaths paths = group_paths(context, plan);
        const StageShape held = stage_shape(context, plan);
        const GradientCall inner = gradient_call(context, plan, paths, held);
        out.bits = 8 * gradient_bytes(plan, context.in);
        out.ranks = static_cast<double>(plan.dp) * plan.cp;
        if (inner.is_split()) {
            add_call(out, Collective::reduce_scatter, inner.bytes, inner.split->near);
            add_call(out, Collective::all_reduce, inner.bytes / inner.split->inside, inner.split->far);
        } else {
            add_call(out, inner.collective, inner.bytes, *inner.path);
        }
        if (plan.zero > 0 && shard_ranks(plan) < out.ranks) {
            const GradientCall outer = outer_gradient_call(context, plan, paths, held);
            add_call(out, outer.collective, outer.bytes, *outer.path);
        }
    }
    out.precision = precision_of(out.bits, plan.precision);
    return out;
}

PlanReductionErrors drawn_errors(const GradientReduction& reduction) {
    if (!reduction.precision || reduction.stages.empty()) return {};
    return {simulate_reduction(reduction.stages, *reduction.precision, SummedValues::either_sign),
            simulate_reduction(reduction.stages, *reduction.precision, SummedValues::equal_sign)};
}

} // namespace roofrack
