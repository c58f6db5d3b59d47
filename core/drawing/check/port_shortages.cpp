// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/port_shortages.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/check/waive.h"
#include "core/drawing/ports.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

bool is_waived(const Cluster& cluster, const PortShortage& shortage) {
    if (cluster.waivers.empty()) return false;
    Finding finding;
    finding.id = finding_id::ports_exceeded;
    finding.where = {cluster.at(shortage.element).id};
    if (shortage.link >= 0) finding.where.push_back(cluster.links[static_cast<size_t>(shortage.link)].id);
    return std::ranges::any_of(cluster.waivers,
                               [&](const Waiver& waiver) { return covers(waiver, finding); });
}

} // namespace

std::vector<PortShortage> port_shortages(const Cluster& cluster, const PortTable& table) {
    std::vector<PortShortage> out;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        if (cluster.elements[i].kind != ElementKind::switch_) continue;
        const int element = static_cast<int>(i);
        const Ports* const ports = table.ports(element, PortRole::network);
        if (ports && ports->total && ports->used > *ports->total * (1 + 1e-9))
            out.push_back({element, -1, ports->used, *ports->total});
    }
    for (const LinkEnds& ends : table.links()) {
        if (ends.from == ends.to || ends.kind != LinkKind::network) continue;
        for (const int end : {ends.from, ends.to}) {
            if (cluster.at(end).kind != ElementKind::server) continue;
            const Ports* const ports = table.ports(end, PortRole::network);
            const double nics = ports ? ports->total.value_or(0) : 0, cables = ends.at(end);
            if (nics > 0 && cables > nics) out.push_back({end, ends.link, cables, nics});
        }
    }
    return out;
}

std::vector<PortShortage> open_port_shortages(const Cluster& cluster, const Catalog& catalog) {
    const auto table = PortTable::make(cluster, catalog);
    if (!table) return {};
    std::vector<PortShortage> out = port_shortages(cluster, *table);
    std::erase_if(out, [&](const PortShortage& each) { return is_waived(cluster, each); });
    return out;
}

std::string shortage_text(const PortShortage& shortage, const std::string& title) {
    if (shortage.link >= 0)
        return fmt::format("{} has {:g} NICs and needs {:g}", title, shortage.has, shortage.needs);
    return fmt::format("{} needs {:.4g} ports and has {:g}", title, shortage.needs, shortage.has);
}

} // namespace roofrack
