// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/drawing/containment.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/link_name.h"
#include "core/drawing/unique_names.h"

#include <optional>

namespace roofrack {

class Catalog;
class PortTable;
class RackLoads;

/// What the rules of check_cluster share: the drawing, its containers, and the list they add to.
struct CheckContext {
    const Cluster& cluster;
    const Catalog& catalog;
    const Containment& containment;
    const std::vector<std::optional<LinkEnds>>& ends; ///< ends of each link; none: it joins nothing
    std::vector<Finding>& findings;

    const DrawnParts parts{cluster, catalog};

    const Element& at(int index) const { return cluster.elements[static_cast<size_t>(index)]; }
    /// UniqueNames::of(), whose index is made for the first that is asked for.
    std::string title(const Element& element);
    /// LinkNames::of(), whose index is made for the first that is asked for.
    std::string name_of_link(const Link& link) {
        if (!link_names) link_names.emplace(cluster);
        return link_names->of(link);
    }
    std::optional<LinkNames> link_names = {};
    std::optional<UniqueNames> names = {};
};

/// Containers in an order that buildings have; ports, cables and names.
void check_elements(CheckContext& context);
/// What is said to be there already or sold, and for how much.
void check_procurement(CheckContext& context);
/// Links: ends that fit, ports, cables; servers off the network, networks in islands.
void check_links(CheckContext& context, const PortTable& table);
/// Cables that do not reach or are none, links drawn twice, feeds and cooling in a circle.
void check_ports(CheckContext& context);
/// Racks: height, feeds and what they deliver with one of them lost, cooling.
void check_racks(CheckContext& context, const RackLoads& loads);
/// Feeds and cooling units: what they promise, what they serve, heat that none of them takes.
void check_supply(CheckContext& context, const RackLoads& loads);
/// Parts without a figure that the prediction needs.
void check_figures(CheckContext& context);
/// Switches, rails, and what the networks are for. After check_fabric().
void check_networks(CheckContext& context, const PortTable& table);

} // namespace roofrack
