// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/hover_text.h"

#include "canvas/rack_slots.h"
#include "editor/item_text.h"
#include "units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace roofrack {
namespace {

constexpr int most_figures = 6;

QString translated(const char* text) { return QCoreApplication::translate("HoverText", text); }

QString from(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString quantity(double si, Dimension dimension) {
    return QString::fromStdString(format_quantity(si, dimension, 4));
}

/// Rows of a table without borders.
class Rows {
public:
    void add(const QString& name, const QString& value, const QString& remark = {}) {
        m_html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td><b>%2</b></td><td>&nbsp;&nbsp;%3</td></tr>")
                      .arg(name.toHtmlEscaped(), value.toHtmlEscaped(), remark.toHtmlEscaped());
    }
    void power(const QString& name, const std::optional<Watts>& value, const QString& remark = {}) {
        if (value) add(name, quantity(value->si(), Dimension::power), remark);
    }
    void temperature(const QString& name, const std::optional<Celsius>& value, const QString& remark = {}) {
        if (value) add(name, quantity(value->degrees(), Dimension::temperature), remark);
    }
    QString html() const {
        return m_html.isEmpty() ? QString() : QStringLiteral("<table>") + m_html + QStringLiteral("</table>");
    }

private:
    QString m_html;
};

void add_part(Rows& rows, const Part& part) {
    int shown = 0;
    for (const FigureSpec& spec : figure_specs(part.kind)) {
        const auto figure = part.figures.find(spec.key);
        if (figure == part.figures.end() || !figure->second.value || shown == most_figures) continue;
        const Figure& known = figure->second;
        rows.add(from(spec.label), quantity(*known.value, spec.dimension),
                 known.source.empty()
                     ? from(name_of(known.status))
                     : from(name_of(known.status)) + QStringLiteral(", ") + from(known.source));
        ++shown;
    }
}

void add_rack(Rows& rows, const RackState& rack) {
    rows.power(translated("Load"), rack.power,
               rack.limit ? translated("limit %1").arg(quantity(rack.limit->si(), Dimension::power))
                          : translated("no limit known"));
    rows.power(translated("Peak"), rack.peak);
    rows.power(translated("Heat to air"), rack.heat_to_air);
    if (rack.heat_to_liquid.si() > 0) rows.power(translated("Heat to liquid"), rack.heat_to_liquid);
    rows.temperature(translated("Inlet"), rack.inlet);
    rows.temperature(translated("Coolant"), rack.coolant);
    rows.temperature(
        translated("Chip"), rack.chip,
        rack.chip_limit
            ? translated("limit %1").arg(quantity(rack.chip_limit->degrees(), Dimension::temperature))
            : QString());
    rows.add(translated("Clock"), QString::number(rack.speed, 'g', 3),
             rack.clip == Clip::none ? translated("of unthrottled")
                                     : translated("held by its %1").arg(from(name_of(rack.clip))));
}

QString element_text(const Element& element, const Cluster& cluster, const Catalog& catalog,
                     const Evaluation* evaluation) {
    Rows rows;
    const double instances = cluster.instances(element);
    if (instances > 1) rows.add(translated("In all"), QString::fromStdString(format_count(instances)));
    if (evaluation)
        for (const RackState& rack : evaluation->power.racks)
            if (rack.id == element.id) add_rack(rows, rack);
    const Part* part = drawn_part(element, catalog);
    if (part) add_part(rows, *part);
    QString head = QStringLiteral("<b>%1</b>").arg(title_of(element).toHtmlEscaped());
    if (element.count > 1) head += QStringLiteral(" × %1").arg(element.count);
    if (part) head += QStringLiteral("<br>") + from(part->name).toHtmlEscaped();
    return head + rows.html();
}

QString link_text(const Link& link, const Cluster& cluster, const Evaluation* evaluation) {
    Rows rows;
    rows.add(translated("Pattern"), from(name_of(link.pattern)), translated("%1 a pair").arg(link.count));
    if (link.bandwidth)
        rows.add(translated("A cable"), quantity(link.bandwidth->si(), Dimension::byte_rate),
                 translated("one direction"));
    if (!link.cable.empty()) rows.add(translated("Cable"), from(link.cable));
    if (link.health < 1)
        rows.add(translated("Up"), QString::number(100 * link.health, 'g', 3) + QStringLiteral(" %"));
    if (link.background_load > 0)
        rows.add(translated("Other jobs"),
                 QString::number(100 * link.background_load, 'g', 3) + QStringLiteral(" %"));
    if (evaluation)
        for (const FabricLevel& level : evaluation->levels)
            if (level.binding == link.id) {
                rows.add(translated("Egress a GPU"), quantity(level.egress.si(), Dimension::byte_rate),
                         from(level.binding_label));
                rows.add(translated("Oversubscription"),
                         QString::number(level.oversubscription, 'g', 3) + QStringLiteral(":1"));
            }
    return QStringLiteral("<b>%1</b>").arg(title_of(link, cluster).toHtmlEscaped()) + rows.html();
}

} // namespace

QString hover_text(const std::string& id, const Cluster& cluster, const Catalog& catalog,
                   const Evaluation* evaluation) {
    QString text;
    if (const Element* element = cluster.find(id))
        text = element_text(*element, cluster, catalog, evaluation);
    else if (const Link* link = cluster.find_link(id))
        text = link_text(*link, cluster, evaluation);
    if (text.isEmpty() || !evaluation) return text;
    for (const Finding& finding : evaluation->findings)
        if (std::find(finding.where.begin(), finding.where.end(), id) != finding.where.end())
            text += QStringLiteral("<br>") + from(finding.message).toHtmlEscaped();
    return text;
}

} // namespace roofrack
