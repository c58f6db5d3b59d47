// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/gradient_call.h"

#include "core/step/cost/group_spans.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

double bucket_count(double bytes, const SoftwareParameters& software) {
    return software.bucket_bytes > 0 ? std::max(1.0, std::ceil(bytes / software.bucket_bytes)) : 1;
}

double GradientCall::seconds() const {
    if (collective != Collective::all_reduce) return calls * all_gather_time(bytes, *path);
    if (across_every > 1) return calls * hierarchical_time(bytes, *split, across_every);
    const double whole = all_reduce_time(bytes, *path);
    return calls * (split ? std::min(whole, hierarchical_time(bytes, *split)) : whole);
}

bool GradientCall::is_split() const {
    return across_every > 1 || (split && hierarchical_time(bytes, *split) < all_reduce_time(bytes, *path));
}

LocalSteps local_steps(const StepContext& context, const Plan& plan, const GroupPaths& paths) {
    const double every = std::max(1, plan.sync_every), replicas = static_cast<double>(plan.dp) * plan.cp;
    if (every <= 1 || plan.zero == 3 || replicas <= 1) return {};
    if (context.moe_layers <= 0 && plan.zero == 0 && plan.hierarchical && paths.replicas_split.splits())
        return {1, every, paths.replicas_split.across};
    const double shard = shard_ranks(plan);
    if (context.moe_layers <= 0 && plan.zero > 0 && shard < replicas) return {1, every, replicas / shard};
    return {every, 1, static_cast<double>(plan.dp)};
}

LocalSteps generic_local_steps(const GenericInputs& in, const Hierarchy& split) {
    const double every = std::max(1, in.plan->sync_every);
    if (every <= 1 || in.plan->dp <= 1) return {};
    if (split.splits()) return {1, every, split.across};
    return {every, 1, static_cast<double>(in.plan->dp)};
}

GradientCall gradient_call(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                           const StageShape& held) {
    const SoftwareParameters& software = *context.in.software;
    const double bytes = held.trained_parameters * gradient_bytes(plan, context.in);
    if (plan.zero == 3) {
        const double calls = std::max(1.0, held.layers * software.gathers_per_layer);
        return {Collective::reduce_scatter, bytes / calls, calls, &paths.shard};
    }
    const double calls = bucket_count(bytes, software);
    if (plan.zero == 0)
        return {Collective::all_reduce,
                bytes / calls,
                calls,
                &paths.replicas,
                plan.hierarchical ? &paths.replicas_split : nullptr,
                local_steps(context, plan, paths).across};
    return {Collective::reduce_scatter, bytes / calls, calls, &paths.shard};
}

GradientCall outer_gradient_call(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                                 const StageShape& held) {
    const double bytes = held.trained_parameters * gradient_bytes(plan, context.in);
    return {Collective::all_reduce, bytes / shard_ranks(plan), 1, &paths.outer};
}

double generic_gradient_bits(const GenericInputs& in) {
    return exchanged_bits(*in.plan, in.profile->gradient_bits,
                          in.fabric->defaults->convergence.whole_gradients);
}

double generic_gradient_bytes(const GenericInputs& in) {
    return in.profile->parameters * generic_gradient_bits(in) / 8;
}

GroupPath generic_gradient_path(const GenericInputs& in) {
    const std::string& generation = in.machine->generation.name;
    return group_path(*in.fabric, in.plan->dp, 1, in.knobs.network, 1,
                      generation != "volta" && generation != "ampere");
}

Hierarchy generic_gradient_split(const GenericInputs& in) {
    return in.plan->hierarchical ? hierarchy(*in.fabric, in.plan->dp, 1, in.knobs.network) : Hierarchy();
}

} // namespace roofrack
