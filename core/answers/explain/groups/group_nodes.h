// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/groups/torus_nodes.h"
#include "core/answers/explain/tree/inputs.h"
#include "core/step/collectives/collectives.h"

namespace roofrack {

/// Where the members of one of the plan's groups lie and what their rings may use (GroupPath), as explained
/// numbers.
struct GroupNodes {
    GroupPath path;
    ExplanationPtr members, domain, nodes; ///< domain: members inside one scale-up domain
    ExplanationPtr intra_bus;              ///< B/s a rank inside the domain
    ExplanationPtr inter_bus, inter_rank;  ///< B/s across the tightest border; null inside the domain
    ExplanationPtr latency;                ///< s of the farthest border; null inside the domain
    ExplanationPtr near_latency;           ///< s of the nearest border of the network; null inside the domain
    ExplanationPtr ring_far_latency,
        tree_far_latency;       ///< s of farther borders, as in GroupPath; null where none is farther
    ExplanationPtr nominal;     ///< B/s of a GPU's scale-up links
    TorusNodes torus;           ///< where the domain is a torus of chips
    ExplanationPtr left_within; ///< share of them that others and degraded links leave; null: all

    Term ring_bus(const Inputs& inputs) const;
    /// s of a network hop across the nearest border: border, transport, and matching on the host where
    /// `matching`.
    Term hop(const Inputs& inputs, bool matching) const;
    /// s of a network hop across the farthest border.
    Term far_hop(const Inputs& inputs, bool matching) const;

private:
    Term transport(const Inputs& inputs, const ExplanationPtr& border, bool matching) const;
};

/// A group of `members` ranks, `stride` GPUs apart. `quality`: the software's network_quality counts.
/// `nvls`: its switches reduce. `as_drawn`: as a measured group, without other traffic and degraded links.
GroupNodes group_nodes(const Inputs& inputs, const Term& members, const Term& stride, bool quality, bool nvls,
                       bool as_drawn = false);

/// The groups of the plan, as group_paths() lays them out.
struct PlanGroups {
    Term members = 1.0, stride = 1.0;
};
enum class PlanGroup { tensor, context, expert, pipeline, replicas, shard, outer, expert_replicas };
PlanGroups plan_group(const Inputs& inputs, PlanGroup group);
GroupNodes plan_group_nodes(const Inputs& inputs, PlanGroup group);

} // namespace roofrack
