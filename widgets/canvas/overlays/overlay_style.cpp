// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/overlays/overlay_style.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/study/facility/spare_margins.h"
#include "widgets/canvas/overlays/bottleneck_overlay.h"
#include "widgets/canvas/overlays/link_overlays.h"
#include "widgets/canvas/overlays/overlay_style_draft.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/overlays/rack_overlays.h"
#include "widgets/fields/load_share_text.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

namespace roofrack {

namespace {

using namespace overlay_text;

constexpr double most_shown = 2; ///< shares beyond it have the colour of the ramp's end

/// Racks, feeds, the supply and coolers by what the worst single failure leaves them. Null: not known yet.
void colour_spares(OverlayStyleDraft& draft, const std::vector<SpareMargin>* spares) {
    draft.set_unknown(OverlayWords::tr("no data: no limit drawn"));
    draft.read_racks();
    // Colour means what a failure leaves, not what holds a rack now.
    draft.calm_racks();
    for (auto& [id, style] : draft.elements()) {
        style.fill = draft.theme().disabled;
        draft.calm(style);
    }
    if (!spares) return;
    double most = 1;
    for (const SpareMargin& each : *spares)
        if (std::isfinite(each.share)) most = std::max(most, std::min(each.share, most_shown));
    OverlayLegend& out = draft.legend();
    out.note = OverlayWords::tr("left of what is borne once the worst unit has failed");
    out.ramp = sampled(load_ramp, draft.theme());
    std::ranges::reverse(out.ramp); // what is full is as bright as under the other overlays
    out.low = 1 - most;
    out.low_text = per_cent(out.low);
    out.high_text = per_cent(1);
    for (const double margin : {0.25, 0.5, 0.75})
        out.ticks.push_back({out.share_of(margin), per_cent(margin)});
    if (most > 1) out.ticks.push_back({out.share_of(0), OverlayWords::tr("limit"), true});
    bool over = false, dark = false;
    for (const SpareMargin& each : *spares) {
        ElementStyle& style = draft.element(each.id);
        const bool nothing = !std::isfinite(each.share);
        style.fill = on_ground(load_ramp, nothing ? 1 : 1 - out.share_of(each.margin()), draft.theme());
        if (each.kind != Level::Kind::rack) style.frame = style.fill;
        style.figures =
            nothing ? each.is_cooling ? OverlayWords::tr("without cooling") : OverlayWords::tr("dark")
            : each.is_cooling ? OverlayWords::tr("%1 left, heat").arg(load_margin_text(each.margin()))
                              : OverlayWords::tr("%1 left").arg(load_margin_text(each.margin()));
        if (each.share <= 1) continue;
        draft.alarm(style);
        (nothing ? dark : over) = true;
    }
    if (over) draft.explain(draft.theme().critical, OverlayWords::tr("over its limit after one failure"));
    if (dark)
        draft.explain(draft.theme().critical,
                      OverlayWords::tr("dark, or without cooling, after one failure"));
}

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
