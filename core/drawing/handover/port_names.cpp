// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/handover/port_names.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

struct PortRoleOf {
    enum Kind : size_t { data, aside, chips };
};

/// From NDR on, NVIDIA's InfiniBand switches have two ports in each cage.
constexpr double twin_port_rate = 50e9 * 0.999; // bytes/s

} // namespace

PortNames::PortNames(const Cluster& cluster, const Catalog& catalog, const Containment& containment,
                     const PortTable& ports)
    : m_cluster(cluster)
    , m_devices(cluster.elements.size())
    , m_storage(cluster.links.size())
    , m_self(cluster.links.size()) {
    for (auto& role : m_taken) role.resize(cluster.elements.size());
    for (const LinkEnds& ends : ports.links()) {
        if (ends.kind != LinkKind::network) continue;
        m_storage[static_cast<size_t>(ends.link)] = ports.is_storage(ends);
        m_self[static_cast<size_t>(ends.link)] = ends.span.self;
    }
    for (size_t i = 0; i < m_devices.size(); ++i) {
        const Element& element = cluster.elements[i];
        Device& device = m_devices[i];
        device.instances = static_cast<int64_t>(containment.instances(static_cast<int>(i)));
        const Part* part = drawn_part(element, catalog);
        if (element.kind == ElementKind::server) {
            device.style = Style::rail;
            device.ports = part ? static_cast<int>(part->value_or("nics", 0)) : 0;
        } else if (element.kind == ElementKind::switch_ && part) {
            const std::string_view network = part->text_or("network", "");
            device.style = network == "infiniband"                      ? Style::infiniband
                           : network == "ethernet" || network == "roce" ? Style::ethernet
                                                                        : Style::plain;
            device.ports = static_cast<int>(part->value_or("ports", 0));
            device.rate = part->value_or("port_rate", 0);
            device.twin = device.style == Style::infiniband && device.rate >= twin_port_rate;
        }
    }
}

std::string PortNames::text(const Device& device, const Taken& taken) const {
    switch (device.style) {
    case Style::infiniband:
        if (!device.twin) return fmt::format("sw{}p{}", taken.port, taken.used);
        return fmt::format("sw{}p{}", (taken.port + 1) / 2, 2 - taken.port % 2) +
               (taken.split > 1 ? fmt::format("s{}", taken.used) : "");
    case Style::ethernet:
        return taken.split > 1 ? fmt::format("swp{}s{}", taken.port, taken.used - 1)
                               : fmt::format("swp{}", taken.port);
    case Style::rail: return fmt::format("rail{}", taken.port);
    case Style::plain: break;
    }
    return taken.split > 1 ? fmt::format("port{}/{}", taken.port, taken.used)
                           : fmt::format("port{}", taken.port);
}

std::string PortNames::next(int element, int64_t instance, int link, std::optional<ByteRate> rate) {
    const auto at = static_cast<size_t>(element);
    const Device& device = m_devices[at];
    const bool server = m_cluster.elements[at].kind == ElementKind::server;
    const auto role = !server                                ? PortRoleOf::data
                      : m_self[static_cast<size_t>(link)]    ? PortRoleOf::chips
                      : m_storage[static_cast<size_t>(link)] ? PortRoleOf::aside
                                                             : PortRoleOf::data;
    std::vector<Taken>& all = m_taken[role][at];
    if (all.empty()) all.resize(static_cast<size_t>(device.instances));
    Taken& taken = all[static_cast<size_t>(instance)];
    const double share = rate && rate->si() > 0 && device.rate > 0 ? device.rate / rate->si() : 1;
    const int split = share > 1.001 ? static_cast<int>(share + 1e-3) : 1;
    if (split > 1 && taken.split == split && taken.used < split && taken.port > 0) {
        ++taken.used;
    } else {
        taken = {taken.port + 1, split, 1};
        if (role == PortRoleOf::data && device.ports > 0 && taken.port > device.ports) ++m_beyond;
    }
    if (role == PortRoleOf::aside) return fmt::format("stor{}", taken.port);
    if (role == PortRoleOf::chips) return fmt::format("chip{}", taken.port);
    return text(device, taken);
}

} // namespace roofrack
