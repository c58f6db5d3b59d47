// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/hover_text.h"

#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/fields/clock_text.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/study/facility/spare_margins.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/load_share_text.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr int most_figures = 6;

struct HoverTextWords {
    Q_DECLARE_TR_FUNCTIONS(HoverText)
};

QString quantity(double si, Dimension dimension) { return to_qt(format_quantity(si, dimension, 4)); }

/// One table without borders: all lines begin at the same place, remarks in one column of their own.
class Rows {
public:
    Rows() {
        const QPalette palette = QToolTip::palette();
        m_quiet = PainterStyle::mixed(palette.color(QPalette::ToolTipText),
                                      palette.color(QPalette::ToolTipBase), 0.35)
                      .name();
    }
    void add(const QString& name, const QString& value, const QString& remark = {}) {
        m_html += QStringLiteral("<tr><td>%1</td><td style=\"padding-left:12px; white-space:nowrap\">"
                                 "<b>%2</b></td><td style=\"padding-left:12px; color:%4\">%3</td></tr>")
                      .arg(name.toHtmlEscaped(), value.toHtmlEscaped(), remark.toHtmlEscaped(), m_quiet);
    }
    /// Across all columns.
    void line(const QString& html, bool quiet = false) {
        m_html += quiet
                      ? QStringLiteral("<tr><td colspan=3 style=\"color:%2\">%1</td></tr>").arg(html, m_quiet)
                      : QStringLiteral("<tr><td colspan=3>%1</td></tr>").arg(html);
    }
    void power(const QString& name, const std::optional<Watts>& value, const QString& remark = {}) {
        if (value) add(name, quantity(value->si(), Dimension::power), remark);
    }
    void temperature(const QString& name, const std::optional<Celsius>& value, const QString& remark = {}) {
        if (value) add(name, quantity(value->degrees(), Dimension::temperature), remark);
    }
    QString html() const {
        return m_html.isEmpty() ? QString()
                                : QStringLiteral("<table cellspacing=0 cellpadding=1>") + m_html +
                                      QStringLiteral("</table>");
    }

private:
    QString m_html, m_quiet;
};

void add_part(Rows& rows, const Part& part) {
    int shown = 0;
    for (const ValueSpec& spec : value_specs(part.kind)) {
        const auto figure = part.figures.find(spec.key);
        if (figure == part.figures.end() || !figure->second.value || shown == most_figures) continue;
        const SourcedValue& known = figure->second;
        QString sure = in_words(name_of(known.status));
        if (!known.source.empty()) sure += QStringLiteral(" · ") + to_qt(known.source);
        rows.add(to_qt(spec.label), quantity(*known.value, spec.dimension), sure);
        ++shown;
    }
}

/// Whether an element is bought, there already or to be sold; nothing where the drawing says it of none.
void add_ownership(Rows& rows, const Element& element, const Cluster& cluster) {
    if (element.kind == ElementKind::note || !says_procurement(cluster)) return;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const auto at = static_cast<size_t>(&element - cluster.elements.data());
    const QString price =
        element.sale_price && *element.sale_price >= 0
            ? HoverTextWords::tr("at %1 each").arg(quantity(*element.sale_price, Dimension::money))
            : HoverTextWords::tr("at a price that is not known");
    switch (procurements[at]) {
    case Procurement::sell:
        return rows.add(HoverTextWords::tr("Ownership"), HoverTextWords::tr("to sell"), price);
    case Procurement::owned:
        return rows.add(HoverTextWords::tr("Ownership"), HoverTextWords::tr("there already"));
    case Procurement::buy:
    case Procurement::inherited: break;
    }
    rows.add(HoverTextWords::tr("Ownership"), HoverTextWords::tr("to buy"));
}

void add_rack(Rows& rows, const RackState& rack) {
    rows.power(HoverTextWords::tr("Load"), rack.power,
               rack.limit ? HoverTextWords::tr("limit %1").arg(quantity(rack.limit->si(), Dimension::power))
                          : HoverTextWords::tr("no limit known"));
    rows.power(HoverTextWords::tr("Peak"), rack.peak);
    rows.power(HoverTextWords::tr("Heat to air"), rack.heat_to_air);
    if (rack.heat_to_liquid.si() > 0) rows.power(HoverTextWords::tr("Heat to liquid"), rack.heat_to_liquid);
    rows.temperature(HoverTextWords::tr("Inlet"), rack.inlet);
    rows.temperature(HoverTextWords::tr("Coolant"), rack.coolant);
    rows.temperature(
        HoverTextWords::tr("Chip"), rack.chip,
        rack.chip_limit
            ? HoverTextWords::tr("limit %1").arg(quantity(rack.chip_limit->degrees(), Dimension::temperature))
            : QString());
    rows.add(HoverTextWords::tr("Clock"), HoverTextWords::tr("%1 %").arg(100 * rack.speed, 0, 'f', 0),
             rack.throttle_cause == ThrottleCause::none
                 ? HoverTextWords::tr("of boost")
                 : HoverTextWords::tr("of boost · %1").arg(throttle_cause_text(rack.throttle_cause)));
}

void add_findings(Rows& rows, const std::string& id, const Evaluation* evaluation) {
    if (!evaluation) return;
    for (const Finding& finding : evaluation->findings)
        if (std::find(finding.where.begin(), finding.where.end(), id) != finding.where.end())
            rows.line(to_qt(finding.message).toHtmlEscaped());
}

QString element_text(const Element& element, const Cluster& cluster, const Catalog& catalog,
                     const Evaluation* evaluation) {
    Rows rows;
    const Part* part = drawn_part(element, catalog);
    QString head = QStringLiteral("<b>%1</b>").arg(title_of(element).toHtmlEscaped());
    if (element.count > 1) head += QStringLiteral(" × %1").arg(element.count);
    rows.line(head);
    if (part) rows.line(to_qt(part->name).toHtmlEscaped(), true);
    const double instances = cluster.instances(element);
    if (instances > 1) rows.add(HoverTextWords::tr("Total"), to_qt(format_count(instances)));
    add_ownership(rows, element, cluster);
    if (evaluation)
        for (const RackState& rack : evaluation->power.racks)
            if (rack.id == element.id) add_rack(rows, rack);
    if (part) add_part(rows, *part);
    add_findings(rows, element.id, evaluation);
    return rows.html();
}

QString link_text(const Link& link, const Cluster& cluster, const Evaluation* evaluation) {
    Rows rows;
    rows.line(QStringLiteral("<b>%1</b>").arg(title_of(link, cluster).toHtmlEscaped()));
    rows.add(HoverTextWords::tr("Pattern"), in_words(name_of(link.pattern)),
             HoverTextWords::tr("%1 per pair").arg(link.count));
    if (link.bandwidth)
        rows.add(HoverTextWords::tr("A cable"), quantity(link.bandwidth->si(), Dimension::byte_rate),
                 HoverTextWords::tr("one direction"));
    if (!link.cable.empty()) rows.add(HoverTextWords::tr("Cable"), to_qt(link.cable));
    if (link.health < 1)
        rows.add(HoverTextWords::tr("Up"), QString::number(100 * link.health, 'g', 3) + QStringLiteral(" %"));
    if (link.background_load > 0)
        rows.add(HoverTextWords::tr("Other jobs"),
                 QString::number(100 * link.background_load, 'g', 3) + QStringLiteral(" %"));
    if (evaluation)
        for (const FabricLevel& level : evaluation->levels)
            if (level.binding == link.id) {
                rows.add(HoverTextWords::tr("Egress a GPU"),
                         quantity(level.egress.si(), Dimension::byte_rate), to_qt(level.binding_label));
                rows.add(HoverTextWords::tr("Oversubscription"),
                         QString::number(level.oversubscription, 'g', 3) + QStringLiteral(":1"));
            }
    add_findings(rows, link.id, evaluation);
    return rows.html();
}

} // namespace

QString hover_text(const std::string& id, const Cluster& cluster, const Catalog& catalog,
                   const Evaluation* evaluation) {
    if (const Element* element = cluster.find(id))
        return element_text(*element, cluster, catalog, evaluation);
    if (const Link* link = cluster.find_link(id)) return link_text(*link, cluster, evaluation);
    return {};
}

namespace {

struct OverlayHoverWords {
    Q_DECLARE_TR_FUNCTIONS(OverlayHover)
};

QString rate(ByteRate value) { return to_qt(format_quantity(value.si(), Dimension::byte_rate, 3)); }
QString watts(Watts value) { return to_qt(format_quantity(value.si(), Dimension::power, 4)); }
QString degrees(Celsius value) { return QString::number(value.degrees(), 'f', 1) + QStringLiteral(" °C"); }
QString per_cent(double share) { return QString::number(100 * share, 'f', 0) + QStringLiteral(" %"); }

/// A figure, and for the line below it what it was found from; plain text.
struct Said {
    QString figure, source;
};

Said link_load(const LinkLoad& load) {
    if (load.parts.empty()) return {OverlayHoverWords::tr("nothing flows over it in this plan"), {}};
    QStringList parts;
    for (const PartLoad& part : load.parts)
        parts << OverlayHoverWords::tr("%1 %2").arg(to_qt(label_of(part.part)), per_cent(part.load));
    const PartLoad& busiest = load.parts.front();
    return {OverlayHoverWords::tr("%1 while %2 runs, %3 in the mean of the step")
                .arg(per_cent(load.load()), to_qt(label_of(busiest.part)), per_cent(load.mean_load())),
            parts.join(QStringLiteral(" · ")) + QStringLiteral("\n") +
                OverlayHoverWords::tr("of %1: line rate %2 less other jobs, hashing of flows and the library")
                    .arg(rate(load.limit), rate(load.capacity))};
}

Said facility_load(const FacilityLinkLoad& load) {
    const QString source = load.kind == BudgetKind::feed
                               ? OverlayHoverWords::tr("in the compute phase, shared by rating")
                               : OverlayHoverWords::tr("mean over the step, shared by rating");
    const auto share = load.share();
    if (!share)
        return {OverlayHoverWords::tr("%1 from %2, no limit known").arg(watts(load.load), to_qt(load.unit)),
                source};
    return {OverlayHoverWords::tr("%1 of %2: %3 from %4")
                .arg(per_cent(*share), watts(*load.limit), watts(load.load), to_qt(load.unit)),
            source};
}

Said rack_figure(const RackState& rack, Overlay overlay) {
    switch (overlay) {
    case Overlay::rack_power:
        if (!rack.power_share())
            return {watts(rack.power),
                    OverlayHoverWords::tr("no limit drawn: no feed is linked, and the rack sets none")};
        return {OverlayHoverWords::tr("%1 of %2").arg(per_cent(*rack.power_share()), watts(*rack.limit)),
                OverlayHoverWords::tr("mean over the step against what its feeds deliver")};
    case Overlay::inlet:
        if (!rack.inlet) return {OverlayHoverWords::tr("no air temperature is known"), {}};
        return {
            rack.inlet_limit
                ? OverlayHoverWords::tr("%1, limit %2").arg(degrees(*rack.inlet), degrees(*rack.inlet_limit))
                : OverlayHoverWords::tr("%1, no limit known").arg(degrees(*rack.inlet)),
            OverlayHoverWords::tr("supply air and what recirculates; limit: the servers' data sheet")};
    case Overlay::chip:
        if (!rack.chip) return {OverlayHoverWords::tr("no GPU stands in it"), {}};
        return {
            rack.chip_limit
                ? OverlayHoverWords::tr("%1, limit %2").arg(degrees(*rack.chip), degrees(*rack.chip_limit))
                : degrees(*rack.chip),
            OverlayHoverWords::tr(
                "inlet or coolant and thermal resistance × power; limit: the GPU's data sheet")};
    case Overlay::clock:
        return {OverlayHoverWords::tr("%1 % of boost").arg(100 * rack.speed, 0, 'f', 1),
                rack.throttle_cause == ThrottleCause::none
                    ? OverlayHoverWords::tr("nothing holds it")
                    : OverlayHoverWords::tr("held by its %1").arg(throttle_cause_text(rack.throttle_cause))};
    default: return {};
    }
}

const RackState* rack_of(const std::string& id, const Cluster& cluster, const Evaluation& evaluation) {
    const auto find = [&](std::string_view wanted) -> const RackState* {
        const auto found = std::ranges::find(evaluation.power.racks, wanted, &RackState::id);
        return found == evaluation.power.racks.end() ? nullptr : &*found;
    };
    if (const RackState* own = find(id)) return own;
    const Element* element = cluster.find(id);
    return element && !element->parent.empty() ? find(element->parent) : nullptr;
}

Said unit_figure(const Budget& unit) {
    const auto share = unit.share();
    if (!share) return {OverlayHoverWords::tr("%1, no limit known").arg(watts(unit.load)), {}};
    return {OverlayHoverWords::tr("%1 of %2").arg(per_cent(*share), watts(*unit.limit)),
            unit.kind == BudgetKind::feed
                ? OverlayHoverWords::tr("compute phase of all it feeds, against its rating")
                : OverlayHoverWords::tr("mean heat of all it cools, against its rating")};
}

template<class List, class Member>
const typename List::value_type* find_in(const List& list, const std::string& id, Member member) {
    const auto found = std::ranges::find(list, id, member);
    return found == list.end() ? nullptr : &*found;
}

Said place_of(const std::string& id, const FabricPlaces& places) {
    const FabricPlaces::Placed* placed = find_in(places.elements, id, &FabricPlaces::Placed::id);
    if (!placed) placed = find_in(places.links, id, &FabricPlaces::Placed::id);
    if (!placed) return {OverlayHoverWords::tr("outside the fabric"), {}};
    const FabricPlace& place = places.levels[static_cast<size_t>(placed->level)];
    if (placed->level == places.storage)
        return {to_qt(place.name), OverlayHoverWords::tr("the storage's network")};
    return {to_qt(place.name),
            OverlayHoverWords::tr("joins blocks of %1 GPUs").arg(to_qt(format_count(place.block_gpus)))};
}

Said spare_figure(const SpareMargin& spare, const Cluster& cluster) {
    const Element* failed = cluster.find(spare.failure);
    const QString who = to_qt(failed && !failed->name.empty() ? failed->name : spare.failure);
    const QString source = !who.isEmpty() ? OverlayHoverWords::tr("once one of %1 has failed").arg(who)
                                          : OverlayHoverWords::tr("after the worst single failure");
    if (!std::isfinite(spare.share))
        return {spare.is_cooling ? OverlayHoverWords::tr("without cooling") : OverlayHoverWords::tr("dark"),
                source};
    const QString load = watts(spare.load), left = watts(spare.load / spare.share);
    return {spare.is_cooling ? OverlayHoverWords::tr("%1: %2 of heat, %3 taken")
                                   .arg(load_margin_text(spare.margin()), load, left)
                             : OverlayHoverWords::tr("%1: %2 drawn, %3 borne")
                                   .arg(load_margin_text(spare.margin()), load, left),
            source};
}

Said said_of(const std::string& id, Overlay overlay, const Cluster& cluster, const Evaluation* evaluation,
             const DrawingLoads* loads, const std::vector<SpareMargin>* spares) {
    switch (overlay) {
    case Overlay::none:
    case Overlay::bottleneck: return {};
    case Overlay::spare: {
        const auto* spare = spares ? find_in(*spares, id, &SpareMargin::id) : nullptr;
        return spare ? spare_figure(*spare, cluster) : Said{};
    }
    case Overlay::level: return loads ? place_of(id, loads->places) : Said{};
    case Overlay::link_load:
        if (!loads) return {};
        if (const auto* link = find_in(loads->links, id, &LinkLoad::id)) return link_load(*link);
        if (const auto* link = find_in(loads->facility_links, id, &FacilityLinkLoad::id))
            return facility_load(*link);
        if (const auto* unit = find_in(loads->units, id, &Budget::id)) return unit_figure(*unit);
        return {};
    default: break;
    }
    if (evaluation)
        if (const RackState* rack = rack_of(id, cluster, *evaluation)) return rack_figure(*rack, overlay);
    if (overlay == Overlay::rack_power && loads)
        if (const auto* unit = find_in(loads->units, id, &Budget::id)) return unit_figure(*unit);
    return {};
}

} // namespace

QString overlay_hover(const std::string& id, Overlay overlay, const Cluster& cluster,
                      const Evaluation* evaluation, const DrawingLoads* loads,
                      const std::vector<SpareMargin>* spares) {
    const Said said = said_of(id, overlay, cluster, evaluation, loads, spares);
    if (said.figure.isEmpty()) return {};
    QString html = QStringLiteral("%1: <b>%2</b>").arg(label_of(overlay), said.figure.toHtmlEscaped());
    if (!said.source.isEmpty())
        html += QStringLiteral("<br>") + said.source.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
    return html;
}

} // namespace roofrack
