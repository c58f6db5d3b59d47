// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/overlay_style.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "widgets/canvas/overlays/bottleneck_overlay.h"
#include "widgets/canvas/overlays/link_overlays.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/overlays/rack_overlays.h"
#include "widgets/canvas/overlays/spare_overlay.h"
#include "widgets/fields/text.h"

#include <string_view>
#include <unordered_set>

namespace roofrack {

namespace {

/// "to sell at $120k".
QString sale_text(const Element& element) {
    if (!element.sale_price || *element.sale_price < 0) return OverlayWords::tr("to sell");
    return OverlayWords::tr("to sell at %1")
        .arg(to_qt(format_quantity(*element.sale_price, Dimension::money, 3)));
}

} // namespace

OverlayStyle OverlayStyle::make(const Cluster& cluster, const Catalog&, const Evaluation* evaluation,
                                Overlay overlay, const Theme& theme, const DrawingLoads* loads,
                                const std::vector<SpareMargin>* spares) {
    OverlayStyle overlay_style = coloured(cluster, evaluation, overlay, theme, loads, spares);
    if (says_procurement(cluster)) overlay_style.mark_procurement(cluster, theme);
    return overlay_style;
}

OverlayStyle OverlayStyle::coloured(const Cluster& cluster, const Evaluation* evaluation, Overlay overlay,
                                    const Theme& theme, const DrawingLoads* loads,
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

ElementStyle& OverlayStyle::own_style(const std::string& id) {
    return m_elements.try_emplace(id, m_plain).first->second;
}

/// The legend says what the marks mean; it is called by them where no overlay gives it a title.
void OverlayStyle::mark_procurement(const Cluster& cluster, const Theme& theme) {
    const std::vector<Procurement> procurements = procurements_of(cluster);
    std::unordered_set<std::string_view> sold;
    bool some_owned = false;
    for (size_t i = 0; i < procurements.size(); ++i) {
        const Element& element = cluster.elements[i];
        const bool is_sold = procurements[i] == Procurement::sell,
                   is_owned = procurements[i] == Procurement::owned && element.kind != ElementKind::note;
        if (!is_sold && !is_owned) continue;
        some_owned |= is_owned;
        ElementStyle& style = own_style(element.id);
        style.is_sold = is_sold;
        style.is_owned = is_owned;
        if (is_sold) {
            sold.insert(element.id);
            style.figures = sale_text(element);
        }
        if (!element.parent.empty()) {
            ElementStyle& around = own_style(element.parent);
            (is_sold ? around.sold_inside : around.owned_inside).push_back(element.id);
        }
    }
    if (!sold.empty())
        for (const Link& link : cluster.links)
            if (sold.contains(link.from) || sold.contains(link.to))
                m_links.try_emplace(link.id, m_plain_link).first->second.is_sold = true;
    if (m_legend.title.isEmpty()) m_legend.title = OverlayWords::tr("Ownership");
    if (some_owned)
        m_legend.entries.push_back(
            {theme.secondary, OverlayWords::tr("there already"), LegendSwatch::Form::corner});
    if (!sold.empty())
        m_legend.entries.push_back(
            {PainterStyle::faded(theme.part(StepPart::compute), theme), OverlayWords::tr("faded: to sell")});
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
