// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/group_spans.h"

#include "core/step/workload/layer.h"

#include <algorithm>

namespace roofrack {

GroupStrides group_strides(const Plan& plan) {
    GroupStrides strides;
    double step = 1;
    std::string_view order = plan.placement;
    while (!order.empty()) {
        const size_t dash = order.find('-');
        const std::string_view axis = order.substr(0, dash);
        order = dash == std::string_view::npos ? std::string_view() : order.substr(dash + 1);
        if (axis == "tp") strides.tp = step, step *= plan.tp;
        if (axis == "cp") strides.cp = step, step *= plan.cp;
        if (axis == "dp") strides.dp = step, step *= plan.dp;
        if (axis == "pp") strides.pp = step, step *= plan.pp;
    }
    return strides;
}

double shard_ranks(const Plan& plan) {
    const double replicas = static_cast<double>(plan.dp) * plan.cp;
    return plan.shard > 0 ? std::min<double>(plan.shard, replicas) : replicas;
}

double parameter_gathers(const Plan& plan, double m) { return plan.keep_gathered ? 1 + 1.0 / m : 2; }

GroupSpans group_spans(const StepContext& context, const Plan& plan) {
    const GroupStrides strides = group_strides(plan);
    const double replicas = static_cast<double>(plan.dp) * plan.cp, shard = shard_ranks(plan);
    GroupSpans out;
    out.tensor = {static_cast<double>(plan.tp), strides.tp};
    out.context = {static_cast<double>(plan.cp), strides.cp};
    out.pipeline = {static_cast<double>(plan.pp), strides.pp};
    out.replicas = {replicas, strides.cp};
    out.shard = {shard, strides.cp};
    out.outer = {replicas / shard, strides.cp * shard};
    if (context.moe_layers > 0) {
        // Whole experts lie over the tensor-parallel ranks too.
        const double whole = plan.tp / expert_tensor_ways(*context.in.shape, plan.tp);
        const double stride = whole > 1 ? strides.tp : strides.cp;
        out.expert = {static_cast<double>(plan.ep), stride};
        out.expert_replicas = {std::max(1.0, replicas * whole / plan.ep), stride * plan.ep};
    }
    return out;
}

} // namespace roofrack
