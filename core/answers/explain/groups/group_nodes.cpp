// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/groups/group_nodes.h"

#include "core/answers/explain/groups/link_rates.h"
#include "core/drawing/network/block_kinds.h"
#include "core/step/cost/group_spans.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

Term inside_block(const Term& block, const Term& members, const Term& stride) {
    return clamped(function(Operation::floor, block / stride + 1e-9), 1.0, members);
}

/// A group of ranks on the levels of the fabric.
class Placed {
public:
    Placed(const Inputs& in, ExplanationPtr members, const Term& stride, double job)
        : m_in(in)
        , m_members(std::move(members))
        , m_distance(calculated("GPUs from one member to the next", "", stride))
        , m_job(std::max(job, m_members->value * m_distance->value)) {}

    double job() const { return m_job; }
    Term distance() const { return m_distance; }
    BlockSpread spread(const FabricLevel& level) const {
        return block_spread(m_in.impl().fabric, level, m_members->value, m_distance->value, m_job);
    }
    /// Members in the largest of the level's blocks that the group spans.
    Term held(const FabricLevel& level) const {
        if (!level.unequal.empty()) return found(level, "held", "members in a block", spread(level).members);
        return held_in(level, "block_gpus", level.block_gpus);
    }
    Term blocks(const FabricLevel& level) const {
        if (!level.unequal.empty()) return found(level, "spanned", "blocks", spread(level).blocks);
        return function(Operation::ceiling, Term(m_members) / held(level) - 1e-9);
    }
    Term held_in(const FabricLevel& level, std::string key, double block_gpus) const {
        return inside_block(m_in.drawn(level.name, std::move(key), "GPUs of " + level.name, block_gpus),
                            m_members, m_distance);
    }

private:
    ExplanationPtr found(const FabricLevel& level, std::string_view what, std::string name,
                         double value) const {
        return m_in.found(
            level.name,
            fmt::format("{}/{:.0f}/{:.0f}/{:.0f}", what, m_members->value, m_distance->value, m_job),
            std::move(name), value);
    }

    const Inputs& m_in;
    ExplanationPtr m_members, m_distance;
    double m_job;
};

/// "blocks/1/egress" of the level's kinds of blocks.
std::string kind_key(const FabricLevel& level, const BlockKind& kind, std::string_view of) {
    return fmt::format("blocks/{}/{}", &kind - level.unequal.data(), of);
}

/// Scale-up bandwidth a GPU, in the slowest of the domains that the group has several members in.
ExplanationPtr nominal_node(const Inputs& in, const FabricLevel& inner, const Placed& placed, double members,
                            double stride) {
    const BlockKind* slowest = nullptr;
    for_kinds_at_work(inner, placed.job(), [&](const BlockKind& kind) {
        if (ranks_in(kind.gpus, members, stride) > 1 && (!slowest || kind.inside < slowest->inside))
            slowest = &kind;
    });
    return slowest ? in.drawn(inner.name, kind_key(inner, *slowest, "inside"), "scale-up bandwidth a GPU",
                              slowest->inside.si(), "B/s", inner.name)
                   : in.drawn(inner.name, "inside", "scale-up bandwidth a GPU", inner.inside.si(), "B/s",
                              inner.name);
}

/// What crossing the borders beyond the nearest takes, as GroupPath adds it up.
class DetourTerms {
public:
    DetourTerms(const Inputs& in, const Placed& placed, ExplanationPtr domains)
        : m_in(in)
        , m_placed(placed)
        , m_domains(std::move(domains)) {}

    void cross(const FabricLevel& level) {
        if (level.latency.si() <= m_farthest) return;
        m_farthest = level.latency.si();
        const ExplanationPtr latency =
            m_in.drawn(level.name, "latency", "latency out of " + level.name, m_farthest, "s");
        if (m_last) {
            const Term farther = Term(latency) - m_last;
            const Term blocks = m_placed.blocks(level);
            const auto log = [](const Term& x) {
                return function(Operation::floor, function(Operation::logarithm_2, x));
            };
            m_ring.push_back(blocks * farther);
            m_tree.push_back(smallest({log(m_domains), log(blocks) + 1.0}) * farther);
        } else {
            m_nearest = latency;
        }
        m_last = latency;
    }

    void put(GroupNodes& out) const {
        out.near_latency = m_nearest;
        out.latency = m_last ? recorded("latency of the farthest border", out.path.latency, "s", m_last)
                             : recorded("latency of the farthest border", out.path.latency, "s", 0.0);
        if (m_ring.empty()) return;
        out.ring_far_latency =
            recorded("way of a ring across farther borders", out.path.ring_far_latency, "s", sum_of(m_ring));
        out.tree_far_latency =
            recorded("way of a tree across farther borders", out.path.tree_far_latency, "s", sum_of(m_tree));
    }

private:
    const Inputs& m_in;
    const Placed& m_placed;
    ExplanationPtr m_domains, m_nearest, m_last;
    double m_farthest = 0;
    std::vector<Term> m_ring, m_tree;
};

} // namespace

Term GroupNodes::ring_bus(const Inputs& in) const {
    if (path.nodes <= 1) return intra_bus;
    Term inside = intra_bus;
    if (path.border_share != 1)
        inside = std::move(inside) * in.collective(&CollectiveConstants::border_share);
    return smallest({std::move(inside), inter_bus});
}

Term GroupNodes::hop(const Inputs& in, bool matching) const { return transport(in, near_latency, matching); }

Term GroupNodes::far_hop(const Inputs& in, bool matching) const { return transport(in, latency, matching); }

Term GroupNodes::transport(const Inputs& in, const ExplanationPtr& border, bool matching) const {
    using C = CollectiveConstants;
    Term out = border ? Term(border) : Term(0.0);
    if (path.hop_latency > 0) {
        const bool second = path.hop_latency != CollectiveConstants::built_in().efa_hop_latency;
        const Term first = in.collective(&C::efa_hop_latency);
        out =
            std::move(out) +
            (second ? in.constant("collectives.efa_second_generation", "second generation") * first : first);
    }
    if (matching && path.match_time > 0) out = std::move(out) + in.collective(&C::match_time);
    return out;
}

GroupNodes group_nodes(const Inputs& in, const Term& members, const Term& stride, bool quality, bool nvls,
                       bool as_drawn) {
    const Fabric& fabric = in.impl().fabric;
    NetworkKnobs knobs;
    knobs.variant = in.impl().scenario.calibration.network_variant;
    knobs.gpus = as_drawn ? 0 : in.evaluation().gpus;
    knobs.as_drawn = as_drawn;
    GroupNodes out;
    out.members = calculated("members", "", members);
    const double steps = stride.value();
    out.path = group_path(fabric, out.members->value, steps, knobs,
                          quality ? in.software().network_quality : 1, nvls);
    if (out.members->value <= 1 || fabric.levels.empty()) return out;
    const GroupPath& path = out.path;
    const FabricLevel& inner = fabric.levels.front();
    // What was measured ran alone.
    const Placed placed(in, out.members, stride, as_drawn ? 0 : knobs.gpus);
    const size_t first = fabric.torus_level > 0 ? static_cast<size_t>(fabric.torus_level) : 0;
    const bool grown = grows_for(fabric, out.members->value, steps);
    out.domain = recorded("members in a scale-up domain", path.domain, "",
                          grown ? Term(out.members) : placed.held(fabric.levels[first]));
    out.nodes = recorded("domains", path.nodes, "", grown ? Term(1.0) : placed.blocks(fabric.levels[first]));
    out.nominal = nominal_node(in, inner, placed, out.members->value, steps);
    const double nic = inner.egress.si();
    const Term inside = inner.inside_class == LinkClass::nvlink
                            ? nvlink_term(in, out.nominal)
                            : Term(out.nominal) * share_of_rate(in, inner.inside_class, out.nominal->value,
                                                                NetworkVariant::tuned);
    Term links = inside * link_share_term(in, out.domain);
    if (!as_drawn) out.left_within = remaining_bandwidth_node(in, inner, true);
    if (out.left_within) links = std::move(links) * out.left_within;
    out.torus = torus_nodes(
        in, torus_axes(fabric, path.domain, steps, knobs), placed.distance(),
        share_of_rate(in, LinkClass::ici, out.nominal->value, NetworkVariant::tuned), path,
        [&](const FabricLevel& level) { return placed.held(level); },
        [&](const FabricLevel& level, bool within) {
            return as_drawn ? nullptr : remaining_bandwidth_node(in, level, within);
        });
    out.intra_bus = out.torus.rate ? out.torus.rate
                                   : recorded("bandwidth of a ring inside", path.intra_bus, "B/s", links);
    if (path.nodes <= 1) return out;

    std::vector<Term> buses, ranks;
    DetourTerms detours(in, placed, out.nodes);
    for (size_t i = first; i < fabric.levels.size(); ++i) {
        const FabricLevel& level = fabric.levels[i];
        const bool beyond = i + 1 == fabric.levels.size() && out.members->value * steps > level.block_gpus;
        if (placed.spread(level).blocks <= 1 && !beyond) break;
        const auto cross = [&](std::string key, ByteRate rate, const Term& held) {
            const ExplanationPtr egress = calculated(
                "egress a GPU", "B/s",
                Term(in.drawn(level.name, std::move(key), "egress", rate.si(), "B/s", level.binding_label)) *
                    (1.0 -
                     Term(in.drawn(level.name, "background_load", "background", level.background_load))) *
                    routing_node(in, level),
                "max-flow on the drawing");
            Term reached = Term(egress) * share_of_rate(in, level.link_class, nic, knobs.variant);
            const ExplanationPtr left = as_drawn ? nullptr : remaining_bandwidth_node(in, level, false);
            if (left) reached = std::move(reached) * left;
            const bool host_link =
                level.link_class == LinkClass::pcie || level.link_class == LinkClass::nvlink;
            if (!host_link && quality) reached = std::move(reached) * in.software("network_quality");
            const ExplanationPtr rank =
                calculated(fmt::format("bandwidth out of {}", level.name), "B/s", reached);
            ranks.emplace_back(rank);
            buses.push_back(Term(rank) * held);
        };
        if (level.unequal.empty())
            cross("egress", level.egress, placed.held(level));
        else
            for_kinds_at_work(level, placed.job(), [&](const BlockKind& kind) {
                if (ranks_in(kind.gpus, out.members->value, steps) < out.members->value)
                    cross(kind_key(level, kind, "egress"), kind.egress,
                          placed.held_in(level, kind_key(level, kind, "gpus"), kind.gpus));
            });
        detours.cross(level);
    }
    if (path.border_class == LinkClass::omnipath)
        buses.emplace_back(in.collective(&CollectiveConstants::omnipath_communicator_rate));
    const auto least = [](std::vector<Term> terms) {
        return terms.size() == 1 ? std::move(terms.front()) : smallest(std::move(terms));
    };
    out.inter_bus = recorded("bandwidth of a ring across", path.inter_bus, "B/s", least(std::move(buses)));
    out.inter_rank = recorded("bandwidth of a rank across", path.inter_rank, "B/s", least(std::move(ranks)));
    detours.put(out);
    return out;
}

PlanGroups plan_group(const Inputs& in, PlanGroup group) {
    const Plan& plan = in.plan();
    const auto degree = [&](std::string_view axis) {
        const int value = axis == "tp" ? plan.tp : axis == "cp" ? plan.cp : axis == "dp" ? plan.dp : plan.pp;
        return in.plan(std::string(axis), value);
    };
    // Ranks are numbered in the plan's order: what stands before an axis lies between its neighbours.
    const auto stride = [&](std::string_view axis) {
        Term out = 1.0;
        std::string_view order = plan.placement;
        while (!order.empty() && order.substr(0, 2) != axis) {
            out = std::move(out) * degree(order.substr(0, 2));
            const size_t dash = order.find('-');
            order = dash == std::string_view::npos ? std::string_view() : order.substr(dash + 1);
        }
        return order.empty() ? Term(1.0) : out;
    };
    switch (group) {
    case PlanGroup::tensor: return {degree("tp"), stride("tp")};
    case PlanGroup::context: return {degree("cp"), stride("cp")};
    case PlanGroup::pipeline: return {degree("pp"), stride("pp")};
    case PlanGroup::replicas: return {in.replicas(), stride("cp")};
    case PlanGroup::shard: return {in.shard(), stride("cp")};
    case PlanGroup::outer: return {in.replicas() / in.shard(), stride("cp") * in.shard()};
    case PlanGroup::expert:
    case PlanGroup::expert_replicas: break;
    }
    const bool whole = expert_tensor_ways(in.shape(), plan.tp) < plan.tp;
    const Term between = whole ? stride("tp") : stride("cp");
    const Term ep = in.plan("ep", plan.ep);
    if (group == PlanGroup::expert) return {ep, between};
    const Term ranks = whole ? in.replicas() * degree("tp") : in.replicas();
    return {largest({1.0, ranks / ep}), between * ep};
}

GroupNodes plan_group_nodes(const Inputs& in, PlanGroup group) {
    const PlanGroups of = plan_group(in, group);
    return group_nodes(in, of.members, of.stride, true, group == PlanGroup::tensor && in.machine().nvls);
}

} // namespace roofrack
