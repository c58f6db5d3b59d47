// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/stage.h"

namespace roofrack {

/// Messages that so many bytes go in; each pays its latency.
double bucket_count(double bytes, const SoftwareParameters& software);

/// The collective that reduces the gradients of the dense parameters, in calls of `bytes` (of the full
/// buffer) each; ZeRO-3 makes as many every micro-batch. `path` is one of the paths that were given.
struct GradientCall {
    Collective collective = Collective::all_reduce;
    double bytes = 0;
    double calls = 1;
    const GroupPath* path = nullptr;
    const Hierarchy* split = nullptr; ///< by which it is done where that is faster; null: it is not
    double across_every =
        1; ///< steps between two sums across the border of `split`, which is then taken always

    double seconds() const; ///< seconds of all calls
    bool is_split() const;  ///< done by `split`
};
/// How local SGD (`sync_every` = H above 1) exchanges. Where sums inside a block are a group of their own
/// (`hierarchical`, or a shard group smaller than the replicas) blocks sum every step and only what crosses
/// their border waits for the H-th: DiLoCo between sites. Else, and where experts are trained, which have no
/// such groups, every replica goes on alone for H steps.
struct LocalSteps {
    double all = 1;      ///< steps between two exchanges of all
    double across = 1;   ///< steps between two across the border of a block
    double replicas = 1; ///< that go on apart between two exchanges; 1: none
};
LocalSteps local_steps(const StepContext& context, const Plan& plan, const GroupPaths& paths);
LocalSteps generic_local_steps(const GenericInputs& in, const Hierarchy& split);

GradientCall gradient_call(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                           const StageShape& held);
/// Between groups that share the sharded state: each rank's share of the gradients (hybrid sharding).
GradientCall outer_gradient_call(const StepContext& context, const Plan& plan, const GroupPaths& paths,
                                 const StageShape& held);

/// For a generic profile: all of its gradients at once over the replicas.
double generic_gradient_bits(const GenericInputs& in); ///< mean over the run, as gradient_bytes()
double generic_gradient_bytes(const GenericInputs& in);
GroupPath generic_gradient_path(const GenericInputs& in);
Hierarchy generic_gradient_split(const GenericInputs& in); ///< does not split where the plan does not say so

} // namespace roofrack
