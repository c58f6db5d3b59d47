// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/looks/looks.h"

#include "widgets/canvas/looks/bottleneck.h"
#include "widgets/canvas/looks/links.h"
#include "widgets/canvas/looks/racks.h"
#include "widgets/canvas/looks/spares.h"

namespace roofrack {

Looks Looks::make(const Cluster& cluster, const Catalog&, const Evaluation* evaluation, Overlay overlay,
                  const Theme& theme, const DrawingLoads* loads, const std::vector<SpareMargin>* spares) {
    Looks looks;
    looks.m_plain.fill = theme.part(StepPart::compute);
    if (overlay != Overlay::none) looks.m_legend.title = label_of(overlay);
    if (!evaluation) return looks;
    LooksDraft draft(looks, cluster, *evaluation, loads, theme);
    switch (overlay) {
    case Overlay::none: draft.read_racks(); break;
    case Overlay::bottleneck: BottleneckLooks(draft).colour(); break;
    case Overlay::link_load: colour_link_load(draft); break;
    case Overlay::rack_power: colour_rack_power(draft); break;
    case Overlay::inlet: colour_inlet(draft); break;
    case Overlay::chip: colour_chip(draft); break;
    case Overlay::clock: colour_clock(draft); break;
    case Overlay::level: colour_levels(draft); break;
    case Overlay::spare: colour_spares(draft, spares); break;
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
