// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/items/switch_ratios.h"

#include "core/drawing/offer/link_effect.h"
#include "widgets/canvas/items/drawn_items.h"

#include <algorithm>

namespace roofrack {

void add_switch_ratios(std::vector<DrawnElement>& elements, const Cluster& cluster, const Catalog& catalog) {
    const bool any = std::ranges::any_of(
        cluster.elements, [](const Element& each) { return each.kind == ElementKind::switch_; });
    if (!any || cluster.links.empty()) return;
    const auto table = PortTable::make(cluster, catalog);
    if (!table) return;
    const auto add = [&](DrawnElement& drawn, const std::string& id, double y) {
        const int index = table->containment().index(id);
        const SwitchPorts* load = index < 0 ? nullptr : table->switch_ports(index);
        const auto ratio = load ? load->oversubscription() : std::nullopt;
        if (!ratio) return;
        constexpr double hair = 1.005; // cables that do not divide evenly are no oversubscription
        drawn.ratios.push_back({QString::fromStdString(ratio_text(*ratio)), *ratio > hair, y});
    };
    for (DrawnElement& drawn : elements) {
        if (drawn.kind == ElementKind::switch_) add(drawn, drawn.id, drawn.rect.height() / 2);
        for (const RackSlot& slot : drawn.slots)
            if (slot.kind == ElementKind::switch_) add(drawn, slot.id, slot.rect.center().y());
    }
}

} // namespace roofrack
