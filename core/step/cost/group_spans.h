// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/stage.h"

namespace roofrack {

/// A kind of group of ranks: so many members, each so many GPUs from the next.
struct GroupSpan {
    double members = 1, stride = 1;
};

/// Where the plan's groups lie among the GPUs, in the plan's rank order. The names are those of GroupPaths;
/// one member where the plan has no such group. Experts only where the model has MoE layers. Reads tp, pp,
/// cp, dp, ep; shard for `shard` and `outer` only.
struct GroupSpans {
    GroupSpan tensor, context, expert, pipeline, replicas, shard, outer, expert_replicas;
};
GroupSpans group_spans(const StepContext& context, const Plan& plan);

/// Ranks that share the ZeRO-sharded state.
double shard_ranks(const Plan& plan);

/// ZeRO-3: how often a micro-batch gathers its parameters, of `m` micro-batches a step.
double parameter_gathers(const Plan& plan, double m);

} // namespace roofrack
