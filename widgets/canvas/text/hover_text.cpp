// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/hover_text.h"

#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/fields/clock_text.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "widgets/canvas/items/rack_slots.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QToolTip>

#include <algorithm>

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

} // namespace roofrack
