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
    const double whole = all_reduce_time(bytes, *path);
    return calls * (split ? std::min(whole, hierarchical_time(bytes, *split)) : whole);
}

bool GradientCall::is_split() const {
    return split && hierarchical_time(bytes, *split) < all_reduce_time(bytes, *path);
}

GradientCall gradient_call(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                           const StageShape& held) {
    const SoftwareParameters& software = *context.in.software;
    const double bytes = held.trained_parameters * gradient_bytes(plan, software);
    if (plan.zero == 3) {
        const double calls = std::max(1.0, held.layers * software.gathers_per_layer);
        return {Collective::reduce_scatter, bytes / calls, calls, &paths.shard};
    }
    const double calls = bucket_count(bytes, software);
    if (plan.zero == 0)
        return {Collective::all_reduce, bytes / calls, calls, &paths.replicas,
                plan.hierarchical ? &paths.replicas_split : nullptr};
    return {Collective::reduce_scatter, bytes / calls, calls, &paths.shard};
}

GradientCall outer_gradient_call(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                                 const StageShape& held) {
    const double bytes = held.trained_parameters * gradient_bytes(plan, *context.in.software);
    return {Collective::all_reduce, bytes / shard_ranks(plan), 1, &paths.outer};
}

double generic_gradient_bits(const GenericInputs& in) {
    return in.plan->gradient_bits > 0 ? in.plan->gradient_bits : in.profile->gradient_bits;
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
