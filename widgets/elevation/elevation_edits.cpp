// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elevation/elevation_edits.h"

#include "core/drawing/bill/procurement.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

int height_in(const RackLayout& layout, const std::string& device) {
    int height = 0;
    for (const RackDevice& each : layout.devices)
        if (each.element == device) height += each.height;
    return height;
}

int unit_in(const RackLayout& layout, const std::string& device) {
    int u = 0;
    for (const RackDevice& each : layout.devices)
        if (each.element == device) u = u ? std::min(u, each.u) : each.u;
    return u;
}

bool move_in_rack(Document& document, const std::string& device, const std::string& rack, int u) {
    const Cluster& cluster = document.cluster();
    const Element* moved = cluster.find(device);
    const auto layout = rack_layout(cluster, document.catalog(), rack);
    if (!moved || !layout) return false;
    const bool same_rack = moved->parent == rack;
    const int box = static_cast<int>(std::ceil(device_height_u(*moved, document.catalog()) - 1e-9));
    const int height =
        same_rack ? height_in(*layout, device) : std::max(1, box) * std::min(moved->count, 100);
    const std::vector<RackPlace> places = place_in_rack(*layout, device, u, height);
    const auto own = std::ranges::find(places, device, &RackPlace::element);
    if (same_rack && own->u == unit_in(*layout, device)) return false;
    std::vector<Element> updated;
    for (const RackPlace& place : places) {
        Element element = *cluster.find(place.element);
        element.u = place.u <= most_rack_unit ? std::optional(place.u) : std::nullopt;
        if (element.id == device) element.parent = rack;
        updated.push_back(std::move(element));
    }
    keep_procurement(cluster, updated);
    const QString where = QStringLiteral("U %1").arg(own->u);
    const QString text =
        same_rack
            ? Document::tr("Move %1 to %2").arg(title_of(*moved), where)
            : Document::tr("Move %1 to %2, %3").arg(title_of(*moved), title_of(*cluster.find(rack)), where);
    document.end_gesture();
    const Step step(document, text);
    return document.perform<SetElements>(updated, Document::tr("rack unit"));
}

bool step_in_rack(Document& document, const std::string& device, int direction) {
    const Element* element = document.cluster().find(device);
    if (!element) return false;
    const std::string rack = element->parent;
    const auto layout = rack_layout(document.cluster(), document.catalog(), rack);
    if (!layout) return false;
    const int u = unit_in(*layout, device);
    for (int by = 1; by <= layout->highest(); ++by) {
        const auto places = place_in_rack(*layout, device, u + direction * by, height_in(*layout, device));
        const auto own = std::ranges::find(places, device, &RackPlace::element);
        if (own->u == u || (own->u > u) != (direction > 0)) continue;
        return move_in_rack(document, device, rack, u + direction * by);
    }
    return false;
}

} // namespace roofrack
