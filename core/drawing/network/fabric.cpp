// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/fabric.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/network/fabric_levels.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace roofrack {

namespace {

constexpr std::array<std::pair<LinkClass, std::string_view>, 9> class_names{{
    {LinkClass::nvlink, "nvlink"},
    {LinkClass::pcie, "pcie"},
    {LinkClass::infiniband, "infiniband"},
    {LinkClass::roce, "roce"},
    {LinkClass::efa, "efa"},
    {LinkClass::slingshot, "slingshot"},
    {LinkClass::omnipath, "omnipath"},
    {LinkClass::ici, "ici"},
    {LinkClass::wan, "wan"},
}};

/// Names under which parts and published tables know the same technology.
constexpr std::array<std::pair<std::string_view, LinkClass>, 7> class_aliases{{
    {"ethernet", LinkClass::roce},
    {"ib", LinkClass::infiniband},
    {"omni-path", LinkClass::omnipath},
    {"infinity-fabric", LinkClass::nvlink},
    {"hccs", LinkClass::nvlink},
    {"xgmi", LinkClass::nvlink},
    {"neuronlink", LinkClass::nvlink},
}};

std::vector<GpuGroup> read_groups(const Cluster& cluster, const Containment& containment,
                                  const Network& network) {
    std::vector<GpuGroup> out;
    for (const NetworkNode& node : network.nodes) {
        if (node.gpus <= 0) continue;
        const Element& element = cluster.elements[static_cast<size_t>(node.element)];
        const int rack = containment.enclosing(node.element, ElementKind::rack);
        GpuGroup group;
        group.element = element.id;
        group.accelerator = node.part->text_or("accelerator", "");
        group.rack = rack < 0 ? element.id : cluster.elements[static_cast<size_t>(rack)].id;
        group.servers = node.instances;
        group.gpus = node.gpus * node.instances;
        group.gpus_per_server = saturated<int>(node.gpus);
        group.speed = element.speed.value_or(1);
        if (const int slow = element.slow_gpus.value_or(0); slow > 0 && slow < group.gpus_per_server) {
            group.slow_per_server = slow;
            group.slow_speed = std::exchange(group.speed, 1.0);
        }
        out.push_back(std::move(group));
    }
    return out;
}

void read_storage(const Cluster& cluster, const Containment& containment, const Catalog& catalog,
                  Fabric& fabric) {
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (element.kind != ElementKind::storage) continue;
        const double instances = containment.instances(static_cast<int>(i));
        const Part* part = drawn_part(element, catalog);
        const ByteRate read = element.bandwidth.value_or(ByteRate(part ? part->value_or("read_rate", 0) : 0));
        ByteRate write =
            element.bandwidth ? read : ByteRate(part ? part->value_or("write_rate", read.si()) : 0);
        fabric.storage_read += read * instances;
        fabric.storage_write += element.write_bandwidth.value_or(write) * instances;
    }
}

/// Infinity Fabric, HCCS and Gaudi's ports join each accelerator of a server to each other.
bool is_mesh(const Part* accelerator) {
    const std::string_view link = accelerator ? accelerator->text_or("scale_up", "") : std::string_view();
    return link == "infinity-fabric" || link == "hccs" || link == "ethernet";
}

/// Rails that no switch joins: a rail link from servers to switches that have no link to another switch.
bool is_rail_only(const Network& network) {
    for (const NetworkLink& link : network.links) {
        if (link.span.pattern != LinkPattern::rail || link.span.count <= 1) continue;
        if (!network.nodes[static_cast<size_t>(link.from)].server) continue;
        const bool joined = std::ranges::any_of(network.links_at(link.to), [&](int at) {
            const NetworkLink& other = network.links[static_cast<size_t>(at)];
            const int far = other.from == link.to ? other.to : other.from;
            return !network.nodes[static_cast<size_t>(far)].server;
        });
        if (!joined) return true;
    }
    return false;
}

/// The first of the groups whose servers are alike and have the most GPUs, however many groups they are drawn
/// as.
const GpuGroup* main_group(const std::vector<GpuGroup>& groups) {
    std::map<std::pair<std::string_view, int>, double> gpus;
    for (const GpuGroup& group : groups) gpus[{group.accelerator, group.gpus_per_server}] += group.gpus;
    const auto alike = [&](const GpuGroup& group) {
        return gpus[{group.accelerator, group.gpus_per_server}];
    };
    return &*std::ranges::max_element(groups, {}, alike);
}

} // namespace

double LinkShare::left(double links, bool spread) const {
    if (as_drawn()) return 1;
    if (degraded_links <= 0) return 1 - background;
    const double slow = 1 - std::pow(1 - degraded_links, std::max(1.0, links));
    const double degraded =
        spread ? 1 - degraded_links * (1 - degraded_rate) : 1 / (1 + slow * (1 / degraded_rate - 1));
    return (1 - background) * degraded;
}

std::string_view name_of(LinkClass value) {
    return std::ranges::find(class_names, value, &std::pair<LinkClass, std::string_view>::first)->second;
}

std::optional<LinkClass> link_class(std::string_view name) {
    for (const auto& [value, known] : class_names)
        if (known == name) return value;
    for (const auto& [alias, value] : class_aliases)
        if (alias == name) return value;
    return std::nullopt;
}

Result<Fabric> fabric(const Cluster& cluster, const Catalog& catalog, double routing_factor) {
    const auto drawing = ResolvedDrawing::make(cluster, catalog);
    if (!drawing) return tl::unexpected(drawing.error());
    return fabric(*drawing, routing_factor);
}

Result<Fabric> fabric(const ResolvedDrawing& drawing, double routing_factor) {
    const Cluster& cluster = drawing.cluster();
    const Catalog& catalog = drawing.catalog();
    const Containment& containment = drawing.containment();
    const Result<Network>& network = drawing.network();
    if (!network) return tl::unexpected(network.error());

    Fabric out;
    out.defaults = &catalog.defaults();
    out.gpus = network->gpus;
    out.groups = read_groups(cluster, containment, *network);
    const GpuGroup* const largest = main_group(out.groups);
    out.gpus_per_server = largest->gpus_per_server;
    read_storage(cluster, containment, catalog, out);
    out.rail_only = is_rail_only(*network);
    for (const NetworkNode& node : network->nodes)
        if (node.gpus > 0 && cluster.at(node.element).id == largest->element)
            out.mesh = is_mesh(named_accelerator(*node.part, catalog));
    auto levels = read_levels(cluster, containment, *network, catalog.defaults().topology,
                              routing_factor > 0 ? routing_factor : 1);
    if (!levels) return tl::unexpected(levels.error());
    out.levels = std::move(levels->levels);
    out.torus_axes = levels->torus_axes;
    out.torus_level = levels->torus_level;
    out.torus_grows = levels->torus_grows;
    out.torus_twist = levels->torus_twist;
    out.scale_up_domain = out.levels.front().block_gpus;
    return out;
}

Fabric flat_fabric(double gpus, double gpus_per_server, double domain, ByteRate scale_up, ByteRate nic,
                   LinkClass net, const std::string& accelerator) {
    Fabric out;
    out.gpus = gpus;
    out.gpus_per_server = gpus_per_server;
    out.scale_up_domain = std::min(gpus, std::max(1.0, domain));
    GpuGroup group;
    group.element = group.rack = "servers";
    group.accelerator = accelerator;
    group.gpus = gpus;
    group.gpus_per_server = saturated<int>(gpus_per_server);
    group.servers = gpus / std::max(1.0, gpus_per_server);
    out.groups.push_back(group);

    const bool scale_up_known = scale_up.si() > 0 && domain > 1;
    FabricLevel inner;
    inner.name = scale_up_known ? "NVLink domain" : "server";
    inner.block_gpus = out.scale_up_domain;
    inner.inside = scale_up_known ? scale_up : nic;
    inner.egress = nic;
    // Three switch hops between any two servers of a network whose tiers nobody printed.
    inner.latency = network_latency(3, net, out.defaults->topology);
    inner.link_class = net;
    inner.inside_class = scale_up_known ? LinkClass::nvlink : LinkClass::pcie;
    inner.binding_label = "NICs";
    out.levels.push_back(inner);
    if (gpus > inner.block_gpus) {
        FabricLevel whole = inner;
        whole.name = "network";
        whole.block_gpus = gpus;
        whole.inside = nic;
        whole.inside_class = net;
        out.levels.push_back(whole);
    }
    return out;
}

} // namespace roofrack
