// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/check.h"
#include "core/drawing/bill/procurement.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/check/rack_loads.h"
#include "core/drawing/check/waive.h"
#include "core/drawing/element_index.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/drawing/ports.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// Which elements come back to themselves by going from container to container.
std::vector<bool> on_circles(const std::vector<int>& parents) {
    std::vector<bool> out(parents.size());
    std::vector<size_t> walk(parents.size()); // that came by, from 1
    for (size_t start = 0; start < parents.size(); ++start) {
        int at = static_cast<int>(start);
        while (at >= 0 && walk[static_cast<size_t>(at)] == 0) {
            walk[static_cast<size_t>(at)] = start + 1;
            at = parents[static_cast<size_t>(at)];
        }
        // A walk that meets itself has closed a circle.
        if (at < 0 || walk[static_cast<size_t>(at)] != start + 1) continue;
        for (int on = at; !out[static_cast<size_t>(on)]; on = parents[static_cast<size_t>(on)])
            out[static_cast<size_t>(on)] = true;
    }
    return out;
}

/// What keeps the containers from being resolved, one finding a fault: the first would hide the others.
void check_joints(const Cluster& cluster, std::vector<Finding>& findings) {
    NameIndex ids(cluster.elements.size());
    const auto add = [&](const char* id, std::string message, std::string why, std::string mitigation,
                         std::string where) {
        findings.push_back({Severity::critical,
                            id,
                            std::move(message),
                            std::move(why),
                            std::move(mitigation),
                            {std::move(where)}});
    };
    for (const Element& element : cluster.elements) {
        if (!ids.add(element.id))
            add("duplicate-id", fmt::format("Two elements have the id '{}'", element.id),
                "Links and containers name elements by their ids, which must differ.", "Rename one of them.",
                element.id);
        if (element.count < 1)
            add("count-below-one", fmt::format("'{}' has the count {}", element.id, element.count),
                "A drawn element stands for one or more.", "Set its count to 1 or more, or delete it.",
                element.id);
    }
    const ElementIndex index(cluster);
    std::vector<int> parents;
    for (const Element& element : cluster.elements)
        parents.push_back(element.parent.empty() ? -1 : index.position(element.parent));
    const std::vector<bool> circular = on_circles(parents);
    for (size_t i = 0; i < parents.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (!element.parent.empty() && parents[i] < 0)
            add("container-missing",
                fmt::format("'{}' stands in '{}', which is not drawn", element.id, element.parent),
                "Its number and its place cannot be told.", "Move it into a container that exists.",
                element.id);
        if (circular[i])
            add("containment-cycle", fmt::format("'{}' stands inside itself", element.id),
                "Containers in a circle have no number.", "Move one of them out.", element.id);
    }
    std::optional<LinkNames> names;
    for (const Link& link : cluster.links)
        for (const std::string* end : {&link.from, &link.to})
            if (index.position(*end) < 0) {
                if (!names) names.emplace(cluster);
                add("link-to-nothing",
                    fmt::format("Link '{}' ends at '{}', which is not drawn", names->of(link), *end),
                    "A cable needs a port at both ends.", "Connect it to an element, or delete it.", link.id);
            }
}

/// Switches that no switch of a higher tier joins.
std::vector<std::string> uppermost_switches(const CheckContext& context, const PortTable& table) {
    std::vector<std::string> out;
    for (size_t i = 0; i < context.cluster.elements.size(); ++i)
        if (const SwitchPorts* ports = table.switch_ports(static_cast<int>(i));
            ports && ports->up_cables <= 0)
            out.push_back(context.cluster.elements[i].id);
    return out;
}

/// A drawing that no network can be read from for a reason that no rule has named.
void check_fabric(CheckContext& context, const ResolvedDrawing& drawing, const PortTable& table,
                  const Fabric* known) {
    // The last level but one is the largest block that has neighbours.
    const auto falls_apart = [](const std::vector<FabricLevel>& levels) {
        return levels.size() > 1 && levels[levels.size() - 2].egress.si() <= 0;
    };
    if (known && !falls_apart(known->levels)) return; // conditions of the site leave no more than was drawn
    const auto result = fabric(drawing);
    if (result) {
        const auto& levels = result->levels;
        if (falls_apart(levels))
            context.findings.push_back(
                {Severity::warning, "network-split",
                 fmt::format("The network falls apart into blocks of {:.0f} GPUs",
                             levels[levels.size() - 2].block_gpus),
                 "No link leads out of a block, so a job on several of them cannot reduce its gradients.",
                 "Join the blocks by a higher tier of switches.", uppermost_switches(context, table)});
        return;
    }
    if (std::ranges::any_of(context.findings,
                            [](const Finding& f) { return f.severity == Severity::critical; }))
        return;
    context.findings.push_back({Severity::critical,
                                "network-unreadable",
                                result.error().what,
                                "The network cannot be read from the drawing.",
                                result.error().fix,
                                {}});
}

} // namespace

Findings check_drawing(const ResolvedDrawing& drawing, const Fabric* known) {
    const Cluster& cluster = drawing.cluster();
    std::vector<Finding> findings;
    check_joints(cluster, findings);
    CheckContext context{cluster, drawing.catalog(), drawing.containment(), drawing.ends(), findings};
    const PortTable table = PortTable::of(cluster, drawing.catalog(), drawing.containment(), drawing.ends());
    check_elements(context);
    check_procurement(context);
    check_links(context, table);
    check_ports(context);
    const RackLoads loads(context);
    check_racks(context, loads);
    check_supply(context, loads);
    check_figures(context);
    check_fabric(context, drawing, table, known);
    check_networks(context, table);
    return waive(std::move(findings), cluster.waivers, RuleScope::drawing);
}

Findings check_drawing(const Cluster& cluster, const Catalog& catalog) {
    if (has_sold(cluster)) {
        Cluster kept = cluster;
        set_sold_aside(kept);
        return check_drawing(kept, catalog);
    }
    if (const auto drawing = ResolvedDrawing::make(cluster, catalog)) return check_drawing(*drawing);
    std::vector<Finding> findings;
    check_joints(cluster, findings);
    return waive(std::move(findings), cluster.waivers, RuleScope::drawing);
}

std::vector<Finding> check_cluster(const Cluster& cluster, const Catalog& catalog) {
    return check_drawing(cluster, catalog).open;
}

} // namespace roofrack
