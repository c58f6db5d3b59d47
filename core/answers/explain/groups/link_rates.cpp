// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/groups/link_rates.h"

#include "core/step/collectives/group_path.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

bool crosses_network(LinkClass link) {
    return link != LinkClass::nvlink && link != LinkClass::pcie && link != LinkClass::ici &&
           link != LinkClass::wan;
}

/// Nominal B/s of one NVLink, one direction.
ExplanationPtr nominal_link(const Inputs& in, std::string_view generation) {
    return in.constant(fmt::format("collectives.nvlink_nominal_per_link.{}", generation),
                       fmt::format("nominal {} link rate", generation));
}

} // namespace

ExplanationPtr routing_node(const Inputs& in, const FabricLevel& level) {
    if (level.routing == 1) return in.drawn(level.name, "routing", "routing", 1);
    const Routing routing = in.impl().scenario.site.routing;
    const ExplanationPtr many =
        in.constant(routing == Routing::ecmp      ? "topology.routing_factor.ecmp"
                    : routing == Routing::qp_hash ? "topology.routing_factor.qp_hash"
                                                  : "topology.routing_factor.adaptive",
                    "routing");
    if (level.ways >= in.impl().defaults->topology.routing_ways) return many;
    const auto busiest = [](const ExplanationPtr& ways) {
        return function(Operation::expected_maximum, ways);
    };
    const Term collisions = (1.0 / Term(many) - 1.0) *
                            busiest(in.drawn(level.name, "ways", "cables that a flow may take", level.ways)) /
                            busiest(in.constant("topology.routing_ways", "cables that it was found over"));
    return recorded("routing over few cables", level.routing, "", 1.0 / (1.0 + collisions),
                    "flows on cables as balls in bins");
}

Term share_of_rate(const Inputs& in, LinkClass link, double nic, NetworkVariant variant) {
    using C = CollectiveConstants;
    if (crosses_network(link) && variant == NetworkVariant::tcp) return in.collective(&C::tcp_rail_share);
    switch (link) {
    case LinkClass::infiniband:
    case LinkClass::roce:
        return in.constant(nic > 37.5e9 ? "collectives.nic_efficiency.infiniband_400g"
                                        : "collectives.nic_efficiency.infiniband_200g",
                           "NIC efficiency");
    case LinkClass::nvlink: return in.constant("collectives.link_share.nvlink", "NVLink share");
    case LinkClass::pcie: return in.constant("collectives.link_share.pcie", "PCIe share");
    case LinkClass::omnipath: return in.constant("collectives.link_share.omnipath", "Omni-Path share");
    case LinkClass::efa: return in.collective(&C::efa_rail_share);
    case LinkClass::slingshot: return in.collective(&C::slingshot_rail_share);
    case LinkClass::ici:
    case LinkClass::wan: break;
    }
    return in.constant("collectives.link_share.other", "share of the line rate");
}

ExplanationPtr nvlink_rate_node(const Inputs& in, std::string_view generation) {
    const Term links = in.constant(fmt::format("collectives.nvlink_links.{}", generation),
                                   fmt::format("{} links of a GPU", generation));
    return calculated(fmt::format("nominal {} rate", generation), "B/s",
                      links * nominal_link(in, generation));
}

Term nvlink_term(const Inputs& in, const ExplanationPtr& nominal) {
    constexpr std::string_view generations[] = {"ampere", "hopper", "blackwell"};
    const auto share = [&](std::string_view generation) {
        return Term(in.constant(fmt::format("collectives.nvlink_rate_per_link.{}", generation),
                                fmt::format("{} link rate", generation))) /
               nominal_link(in, generation);
    };
    Term low = nvlink_rate_node(in, generations[0]), low_share = share(generations[0]);
    if (nominal->value <= low.value()) return nominal * low_share;
    for (const std::string_view generation : {generations[1], generations[2]}) {
        const Term high = nvlink_rate_node(in, generation), high_share = share(generation);
        if (nominal->value <= high.value())
            return interpolated(low * low_share, high * high_share, (nominal - low) / (high - low));
        low = high;
        low_share = high_share;
    }
    return nominal * low_share;
}

Term link_share_term(const Inputs& in, const ExplanationPtr& members) {
    const Fabric& fabric = in.impl().fabric;
    const double value = link_share(fabric, members->value);
    if (value == 1) return 1.0;
    const Term n = members;
    const Term domain = in.drawn("", "scale_up_domain", "scale-up domain", fabric.scale_up_domain);
    if (!fabric.mesh) return 0.5; // no ring closes inside a server on a torus
    const Term share = Term(in.constant("collectives.mesh_share", "share of a mesh's rings")) *
                       smallest({1.0, (n - 1.0) / (domain - 1.0)});
    return recorded("share of the links that the rings use", value, "", share);
}

ExplanationPtr remaining_bandwidth_node(const Inputs& in, const FabricLevel& level, bool within) {
    const LinkShare& share = within ? level.within : level.beyond;
    if (share.as_drawn()) return nullptr;
    const std::string of = within ? "within/" : "beyond/";
    const auto said = [&](const char* key, const char* name, double value) {
        return Term(in.drawn(level.name, of + key, name, value));
    };
    Term left = 1.0;
    if (share.background > 0) left = 1.0 - said("background", "other traffic", share.background);
    if (share.degraded_links > 0) {
        const Term links = said("degraded_links", "degraded links", share.degraded_links);
        const Term rate = said("degraded_rate", "their rate", share.degraded_rate);
        Term degraded = 1.0;
        if (level.spread && !within) {
            degraded = 1.0 - links * (1.0 - rate);
        } else {
            Term used = in.gpus();
            if (!within)
                used = std::move(used) * in.drawn(level.name, "cables", "cables a GPU", level.cables);
            const ExplanationPtr met =
                calculated("chance that one of the job's links is degraded", "",
                           1.0 - to_power(1.0 - links, largest({1.0, std::move(used)})));
            degraded = 1.0 / (1.0 + Term(met) * (1.0 / rate - 1.0));
        }
        left = std::move(left) * std::move(degraded);
    }
    return recorded(fmt::format("left of {} links", within ? "scale-up" : level.name),
                    within ? level.left_within(in.evaluation().gpus) : level.left(in.evaluation().gpus), "",
                    left, "slowest link of the job: arXiv 2606.01680; chance: binomial, assumed");
}

} // namespace roofrack
