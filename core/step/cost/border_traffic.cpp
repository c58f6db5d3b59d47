// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/border_traffic.h"

#include "core/step/cost/gradient_call.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

using Pattern = BorderTraffic::Pattern;

/// Bytes that an all-reduce passes over a border.
double all_reduced(double bytes, const GroupPath& path) {
    if (path.members <= 1) return 0;
    const bool once = path.in_network_reduction || (path.nodes <= 2 && path.message_time <= 0);
    return path.nodes > 1 && once ? bytes : 2 * (path.members - 1) / path.members * bytes;
}

/// Bytes that an all-gather or a reduce-scatter passes over a border.
double gathered(double bytes, double members) { return members > 1 ? (members - 1) / members * bytes : 0; }

/// Adds the traffic of an all-reduce in three stages, which crosses the border once every so many times.
void add_split(double stride, const Hierarchy& split, double bytes, double across_every, BorderTraffic& out) {
    out.flows.push_back({{split.inside, stride}, Pattern::ring, 2 * gathered(bytes, split.inside)});
    out.flows.push_back({{split.across, stride * split.inside},
                         Pattern::ring,
                         all_reduced(bytes / split.inside, split.far) / across_every});
}

/// What every replica does once a step: gradients in, parameters out.
void add_update(const StepContext& context, const Plan& plan, const GroupSpans& spans,
                const GroupPaths& paths, double m, BorderTraffic& out) {
    const StageShape held = stage_shape(context, plan);
    const double g = gradient_bytes(plan, context.in), w = Machine::element_bytes(plan.precision);
    const double dense = held.trained_parameters * g, experts = held.trained_experts * g;
    const double shards = spans.shard.members, far = spans.expert_replicas.members;
    const LocalSteps local = local_steps(context, plan, paths);
    const double sync = 1.0 / local.all;
    const auto add = [&](const GroupSpan& span, double bytes) {
        out.flows.push_back({span, Pattern::ring, bytes});
    };
    if (plan.zero == 0) {
        const GradientCall gradients = gradient_call(context, plan, paths, held);
        if (gradients.is_split())
            add_split(spans.replicas.stride, paths.replicas_split, sync * dense, local.across, out);
        else
            add(spans.replicas, sync * all_reduced(dense, paths.replicas));
        add(spans.expert_replicas, sync * all_reduced(experts, paths.expert_replicas));
        return;
    }
    const double across = all_reduced(dense / shards, paths.outer);
    if (plan.zero == 3) {
        const double gathers = parameter_gathers(plan, m);
        add(spans.shard, m * gathered(gathers * held.dense_parameters * w + dense, shards));
        add(spans.expert_replicas, m * gathered(gathers * held.expert_parameters * w + experts, far));
        add(spans.outer, across);
        return;
    }
    add(spans.shard, sync * gathered(dense + held.trained_parameters * w, shards));
    add(spans.expert_replicas, sync * gathered(experts + held.trained_experts * w, far));
    add(spans.outer, sync * across / local.across);
}

} // namespace

double BorderTraffic::leaving(double block_gpus) const {
    double sum = 0;
    for (const Flow& flow : flows) {
        const double n = flow.span.members;
        const double m = std::clamp(std::floor(block_gpus / flow.span.stride + 1e-9), 1.0, n);
        if (m >= n) continue;
        switch (flow.pattern) {
        case Pattern::ring: sum += flow.bytes / m; break;
        case Pattern::exchange: sum += flow.bytes * (n - m) / n; break;
        case Pattern::neighbours: sum += 2 * flow.bytes * (n - 1) / n / m; break;
        }
    }
    return sum;
}

BorderTraffics border_traffic(const StepInputs& in, const StepCost& cost) {
    const Plan& plan = *in.plan;
    const StepContext context(in);
    const GroupSpans spans = group_spans(context, plan);
    const GroupPaths paths = group_paths(context, plan);
    BorderTraffics out;
    const auto add = [&](StepCost::Comm which, const GroupSpan& span, Pattern pattern, double bytes_of_call) {
        const CollectiveCost& comm = cost.comms[which];
        if (comm.members <= 1) return;
        out[which].flows.push_back({span, pattern, comm.calls * bytes_of_call});
        out[which].seconds = comm.calls * comm.time * in.network_factor;
    };
    const auto bytes = [&](StepCost::Comm which) { return cost.comms[which].bytes; };
    // With sequence parallelism a reduce-scatter and an all-gather in place of each all-reduce.
    const bool split = plan.sequence_parallel && plan.tp > 1;
    add(StepCost::tensor, spans.tensor, Pattern::ring,
        split ? 2 * gathered(bytes(StepCost::tensor), plan.tp)
              : all_reduced(bytes(StepCost::tensor), paths.tensor));
    add(StepCost::context, spans.context, Pattern::ring, gathered(bytes(StepCost::context), plan.cp));
    add(StepCost::expert, spans.expert, Pattern::exchange, bytes(StepCost::expert));
    out[StepCost::expert].reach = paths.expert.nodes > 1 ? paths.expert.all_to_all_share : 1;
    // Half of the calls go forward, half back.
    add(StepCost::pipeline, spans.pipeline, Pattern::neighbours, bytes(StepCost::pipeline) / 2);
    const CollectiveCost& gradients = cost.comms[StepCost::gradients];
    if (gradients.members > 1) {
        add_update(context, plan, spans, paths, cost.micro_batches, out[StepCost::gradients]);
        out[StepCost::gradients].seconds = gradients.calls * gradients.time * in.network_factor;
    }
    // The call's time with these has the factor already.
    if (in.network_factor > 0) out[StepCost::pipeline].seconds /= in.network_factor;
    return out;
}

BorderTraffics border_traffic(const GenericInputs& in, const StepCost& cost) {
    BorderTraffics out;
    const CollectiveCost& comm = cost.comms[StepCost::gradients];
    if (comm.members <= 1) return out;
    const GroupPath path = group_path(*in.fabric, comm.members, 1, in.knobs.network);
    BorderTraffic& traffic = out[StepCost::gradients];
    const Hierarchy split = generic_gradient_split(in);
    const LocalSteps local = generic_local_steps(in, split);
    const double sync = 1.0 / local.all;
    if (local.across > 1 ||
        hierarchical_time(comm.bytes, split) < all_reduce_time(comm.bytes, generic_gradient_path(in)))
        add_split(1, split, comm.calls * comm.bytes * sync, local.across, traffic);
    else
        traffic.flows.push_back(
            {{comm.members, 1}, Pattern::ring, comm.calls * all_reduced(comm.bytes, path) * sync});
    traffic.seconds = comm.calls * comm.time;
    return out;
}

} // namespace roofrack
