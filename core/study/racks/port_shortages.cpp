// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/port_shortages.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/check/waive.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/ports.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool is_waived(const Cluster& cluster, std::vector<std::string> where) {
    Finding finding;
    finding.id = finding_id::ports_exceeded;
    finding.where = std::move(where);
    return std::ranges::any_of(cluster.waivers,
                               [&](const Waiver& waiver) { return covers(waiver, finding); });
}

} // namespace

std::vector<PortShortage> port_shortages(const Cluster& cluster, const Catalog& catalog) {
    std::vector<PortShortage> out;
    const auto table = PortTable::make(cluster, catalog);
    if (!table) return out;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        if (element.kind != ElementKind::switch_) continue;
        const Ports* const ports = table->ports(static_cast<int>(i), PortRole::network);
        if (!ports || !ports->total || ports->used <= *ports->total * (1 + 1e-9)) continue;
        if (is_waived(cluster, {element.id})) continue;
        out.push_back(
            {element.id,
             fmt::format("{} needs {:.4g} ports and has {:g}", title(element), ports->used, *ports->total),
             ports->used / std::max(1.0, *ports->total)});
    }
    const DrawnParts parts(cluster, catalog);
    for (const LinkEnds& ends : table->links()) {
        if (ends.from == ends.to || ends.kind != LinkKind::network) continue;
        for (const int end : {ends.from, ends.to}) {
            const Element& element = cluster.at(end);
            const Part* const part = parts.at(end);
            const double nics = part ? part->value_or("nics", 0) : 0, cables = ends.at(end);
            if (element.kind != ElementKind::server || nics <= 0 || cables <= nics) continue;
            const Link& link = cluster.links[static_cast<size_t>(ends.link)];
            if (is_waived(cluster, {element.id, link.id})) continue;
            out.push_back({element.id,
                           fmt::format("{} has {:g} NICs and needs {:g}", title(element), nics, cables),
                           cables / nics});
        }
    }
    return out;
}

} // namespace roofrack
