// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/overlay_style.h"

#include "widgets/canvas/overlays/bottleneck_overlay.h"
#include "widgets/canvas/overlays/link_overlays.h"
#include "widgets/canvas/overlays/rack_overlays.h"
#include "widgets/canvas/overlays/spare_overlay.h"

namespace roofrack {

OverlayStyle OverlayStyle::make(const Cluster& cluster, const Catalog&, const Evaluation* evaluation,
                                Overlay overlay, const Theme& theme, const DrawingLoads* loads,
                                const std::vector<SpareMargin>* spares) {
    OverlayStyle overlay_style;
    overlay_style.m_plain.fill = theme.part(StepPart::compute);
    if (overlay != Overlay::none) overlay_style.m_legend.title = label_of(overlay);
    if (!evaluation) return overlay_style;
    OverlayStyleDraft draft(overlay_style, cluster, *evaluation, loads, theme);
    switch (overlay) {
    case Overlay::none: draft.read_racks(); break;
    case Overlay::bottleneck: BottleneckOverlay(draft).colour(); break;
    case Overlay::link_load: colour_link_load(draft); break;
    case Overlay::rack_power: colour_rack_power(draft); break;
    case Overlay::inlet: colour_inlet(draft); break;
    case Overlay::chip: colour_chip(draft); break;
    case Overlay::clock: colour_clock(draft); break;
    case Overlay::level: colour_levels(draft); break;
    case Overlay::spare: colour_spares(draft, spares); break;
    }
    return overlay_style;
}

const ElementStyle& OverlayStyle::element(const std::string& id) const {
    const auto found = m_elements.find(id);
    return found == m_elements.end() ? m_plain : found->second;
}

const LinkStyle& OverlayStyle::link(const std::string& id) const {
    const auto found = m_links.find(id);
    return found == m_links.end() ? m_plain_link : found->second;
}

} // namespace roofrack
