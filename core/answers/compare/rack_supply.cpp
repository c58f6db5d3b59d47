// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/rack_supply.h"

#include "core/drawing/bill/procurement.h"
#include "core/drawing/element_index.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Racks, and servers that stand in none, in one instance of each container; all of them under the empty
/// name.
RackSupply::RackCounts rack_counts(const Cluster& cluster) {
    RackSupply::RackCounts out;
    const ElementIndex index(cluster);
    out[{}] = 0;
    for (const Element& each : cluster.elements) {
        const Element* const around = index.find(each.parent);
        const bool stands_alone =
            each.kind == ElementKind::server && !(around && around->kind == ElementKind::rack);
        if (each.kind != ElementKind::rack && !stands_alone) continue;
        double count = each.count;
        for (const Element* at = around; at; at = index.find(at->parent)) {
            out[at->id] += count;
            count *= at->count;
        }
        out[{}] += count;
    }
    return out;
}

} // namespace

RackSupply::RackSupply(const Cluster& drawn)
    : m_racks(rack_counts(drawn)) {}

Scenario RackSupply::followed(Scenario scenario, bool with_switches) const {
    const std::vector<Procurement> procurements = procurements_of(scenario.cluster);
    const ElementIndex index(scenario.cluster);
    const RackCounts now = rack_counts(scenario.cluster);
    const auto ratio_in = [&](const std::string& container) {
        const auto before = m_racks.find(container), after = now.find(container);
        const bool has_own = before != m_racks.end() && after != now.end();
        return has_own ? after->second / before->second : now.at({}) / m_racks.at({});
    };
    for (size_t i = 0; i < scenario.cluster.elements.size(); ++i) {
        Element& each = scenario.cluster.elements[i];
        const bool follows = each.kind == ElementKind::feed || each.kind == ElementKind::cooling ||
                             (with_switches && each.kind == ElementKind::switch_);
        if (!follows || procurements[i] == Procurement::owned) continue;
        bool is_in_rack = false; // it comes with the rack
        for (const Element* at = index.find(each.parent); at; at = index.find(at->parent))
            is_in_rack |= at->kind == ElementKind::rack;
        if (is_in_rack) continue;
        const double count = each.count * ratio_in(each.parent);
        each.count = std::max(1, static_cast<int>(std::ceil(count - 1e-9)));
    }
    return scenario;
}

} // namespace roofrack
