// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/group_nodes.h"

#include "core/collectives/direct_links.h"
#include "core/collectives/rate_share.h"
#include "core/cost/group_spans.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* defaults_prefix = "collectives.";

bool crosses_network(LinkClass link) {
    return link != LinkClass::nvlink && link != LinkClass::pcie && link != LinkClass::ici &&
           link != LinkClass::wan;
}

/// Share of a border's line rate that a collective reaches (rate_share).
Term share_of_rate(const Inputs& in, LinkClass link, double nic, NetworkVariant variant) {
    using C = CollectiveConstants;
    if (crosses_network(link) && variant == NetworkVariant::tcp) return in.collective(&C::tcp_rail_share);
    switch (link) {
    case LinkClass::infiniband:
    case LinkClass::roce:
        return in.constant(nic > 37.5e9 ? "collectives.nic_efficiency.infiniband_400g"
                                        : "collectives.nic_efficiency.infiniband_200g",
                           "NIC efficiency");
    case LinkClass::efa: return in.collective(&C::efa_rail_share);
    case LinkClass::slingshot: return in.collective(&C::slingshot_rail_share);
    default: break;
    }
    return rate_share(link, nic, variant);
}

/// What a ring carries of a nominal NVLink rate, between the generations that NCCL lists.
Term nvlink_term(const Inputs& in, const ExplanationPtr& nominal) {
    struct Known {
        std::string_view generation;
        double rate, link; ///< nominal B/s of a GPU and of one link, one direction
    };
    static constexpr Known known[] = {
        {"ampere", 300e9, 25e9}, {"hopper", 450e9, 25e9}, {"blackwell", 900e9, 50e9}};
    const auto share = [&](const Known& k) {
        const ExplanationPtr link =
            in.constant(fmt::format("{}nvlink_rate_per_link.{}", defaults_prefix, k.generation),
                        fmt::format("NVLink rate a link, {}", k.generation), "B/s");
        return Term(link) / k.link;
    };
    if (nominal->value <= known[0].rate) return Term(nominal) * share(known[0]);
    for (size_t i = 1; i < std::size(known); ++i) {
        const Known &low = known[i - 1], &high = known[i];
        if (nominal->value > high.rate) continue;
        return interpolated(low.rate * share(low), high.rate * share(high),
                            (Term(nominal) - low.rate) / (high.rate - low.rate));
    }
    return Term(nominal) * share(known[2]);
}

/// Share of a GPU's direct links that a group's rings run over (link_share).
Term link_share_term(const Inputs& in, const ExplanationPtr& members) {
    const Fabric& fabric = in.impl().fabric;
    const double value = link_share(fabric, members->value);
    if (value == 1) return 1.0;
    const Term n = members;
    const Term domain = in.drawn("", "scale_up_domain", "scale-up domain", fabric.scale_up_domain);
    Term share = 0.88 * smallest({1.0, (n - 1.0) / (domain - 1.0)}); // RCCL's rings against NVLink's
    if (!fabric.mesh) {
        const Term axes = in.drawn("", "torus_axes", "axes of the torus", fabric.torus_axes);
        const Term needed = function(
            Operation::ceiling,
            axes * function(Operation::logarithm, n) / function(Operation::logarithm, domain) - 1e-9);
        const ExplanationPtr spanned =
            calculated("axes that the group spans", "", clamped(needed, 1.0, axes));
        // Axes too short to close leave half of their links.
        const bool closed = value * fabric.torus_axes > 0.75 * spanned->value;
        share = Term(spanned) / axes * (closed ? 1.0 : 0.5);
    }
    return recorded("share of the links that the rings use", value, "", share);
}

Term inside_block(const Term& block, const Term& members, const Term& stride) {
    return clamped(function(Operation::floor, block / stride + 1e-9), 1.0, members);
}

} // namespace

Term GroupNodes::ring_bus() const {
    if (path.nodes <= 1) return intra_bus;
    Term inside = intra_bus;
    if (path.border_share != 1) inside = std::move(inside) * path.border_share;
    return smallest({std::move(inside), inter_bus});
}

Term GroupNodes::hop(const Inputs& in, bool matching) const {
    using C = CollectiveConstants;
    Term out = latency ? Term(latency) : Term(0.0);
    if (path.hop_latency > 0) {
        const bool second = path.hop_latency == CollectiveConstants::built_in().efa2_hop_latency;
        out = std::move(out) + in.collective(second ? &C::efa2_hop_latency : &C::efa_hop_latency);
    }
    if (matching && path.match_time > 0) out = std::move(out) + in.collective(&C::match_time);
    return out;
}

GroupNodes group_nodes(const Inputs& in, const Term& members, const Term& stride, bool quality, bool nvls) {
    const Fabric& fabric = in.impl().fabric;
    NetworkKnobs knobs;
    knobs.variant = in.impl().scenario.calibration.network_variant;
    GroupNodes out;
    out.members = calculated("members", "", members);
    const double steps = stride.value();
    out.path = group_path(fabric, out.members->value, steps, knobs,
                          quality ? in.software().network_quality : 1, nvls);
    if (out.members->value <= 1 || fabric.levels.empty()) return out;
    const ExplanationPtr distance = calculated("GPUs from one member to the next", "", stride);
    const GroupPath& path = out.path;
    const FabricLevel& inner = fabric.levels.front();
    const auto block = [&](const FabricLevel& level) {
        return in.drawn(level.name, "block_gpus", "GPUs of " + level.name, level.block_gpus);
    };
    out.domain = recorded("members in a scale-up domain", path.domain, "",
                          inside_block(block(inner), out.members, distance));
    out.nodes = recorded("domains", path.nodes, "",
                         function(Operation::ceiling, Term(out.members) / out.domain - 1e-9));
    out.nominal =
        in.drawn(inner.name, "inside", "scale-up bandwidth a GPU", inner.inside.si(), "B/s", inner.name);
    const double nic = inner.egress.si();
    const Term inside = inner.inside_class == LinkClass::nvlink
                            ? nvlink_term(in, out.nominal)
                            : Term(out.nominal) * share_of_rate(in, inner.inside_class, inner.inside.si(),
                                                                NetworkVariant::tuned);
    out.intra_bus = recorded("bandwidth of a ring inside", path.intra_bus, "B/s",
                             inside * link_share_term(in, out.domain));
    if (path.nodes <= 1) return out;

    std::vector<Term> buses, ranks, latencies{0.0};
    for (size_t i = 0; i < fabric.levels.size(); ++i) {
        const FabricLevel& level = fabric.levels[i];
        const Term held = inside_block(block(level), out.members, distance);
        const double span = out.members->value * steps;
        const bool beyond = i + 1 == fabric.levels.size() && span > level.block_gpus;
        if (held.value() >= out.members->value && !beyond) break;
        const ExplanationPtr egress = calculated(
            "egress a GPU", "B/s",
            Term(in.drawn(level.name, "egress", "egress", level.egress.si(), "B/s", level.binding_label)) *
                (1.0 - Term(in.drawn(level.name, "background_load", "background", level.background_load))) *
                in.drawn(level.name, "routing", "routing", level.routing),
            "max-flow on the drawing");
        Term reached = Term(egress) * share_of_rate(in, level.link_class, nic, knobs.variant);
        const bool host_link = level.link_class == LinkClass::pcie || level.link_class == LinkClass::nvlink;
        if (!host_link && quality) reached = std::move(reached) * in.software("network_quality");
        const ExplanationPtr rank =
            calculated(fmt::format("bandwidth out of {}", level.name), "B/s", reached);
        ranks.emplace_back(rank);
        buses.push_back(Term(rank) * held);
        latencies.emplace_back(
            in.drawn(level.name, "latency", "latency out of " + level.name, level.latency.si(), "s"));
    }
    if (path.border_class == LinkClass::omnipath)
        buses.emplace_back(in.collective(&CollectiveConstants::omnipath_communicator_rate));
    const auto least = [](std::vector<Term> terms) {
        return terms.size() == 1 ? std::move(terms.front()) : smallest(std::move(terms));
    };
    out.inter_bus = recorded("bandwidth of a ring across", path.inter_bus, "B/s", least(std::move(buses)));
    out.inter_rank = recorded("bandwidth of a rank across", path.inter_rank, "B/s", least(std::move(ranks)));
    out.latency =
        recorded("latency of the farthest border", path.latency, "s", largest(std::move(latencies)));
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
