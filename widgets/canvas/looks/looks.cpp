// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/looks/looks.h"

#include "widgets/canvas/looks/draft.h"

namespace roofrack {

Looks Looks::make(const Cluster& cluster, const Catalog&, const Evaluation* evaluation, Overlay overlay,
                  const Theme& theme, const DrawingLoads* loads) {
    Looks looks;
    looks.m_plain.fill = theme.part(StepPart::compute);
    if (overlay != Overlay::none) looks.m_legend.title = label_of(overlay);
    if (!evaluation) return looks;
    LooksDraft draft(looks, cluster, *evaluation, loads, theme);
    switch (overlay) {
    case Overlay::none: draft.read_racks(); break;
    case Overlay::bottleneck: draft.colour_bottleneck(); break;
    case Overlay::link_load: draft.colour_link_load(); break;
    case Overlay::rack_power: draft.colour_rack_power(); break;
    case Overlay::inlet: draft.colour_inlet(); break;
    case Overlay::chip: draft.colour_chip(); break;
    case Overlay::clock: draft.colour_clock(); break;
    case Overlay::level: draft.colour_levels(); break;
    }
    return looks;
}

const ElementLook& Looks::element(const std::string& id) const {
    const auto found = m_elements.find(id);
    return found == m_elements.end() ? m_plain : found->second;
}

const LinkLook& Looks::link(const std::string& id) const {
    const auto found = m_links.find(id);
    return found == m_links.end() ? m_plain_link : found->second;
}

} // namespace roofrack
