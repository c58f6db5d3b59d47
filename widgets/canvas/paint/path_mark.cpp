// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/path_mark.h"

#include "core/base/units/quantity_text.h"
#include "widgets/canvas/paint/port_dots.h"
#include "widgets/fields/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

struct PathMarkWords {
    Q_DECLARE_TR_FUNCTIONS(PathMark)
};

QString quantity(double si, Dimension dimension) {
    return si > 0 ? QString::fromStdString(format_quantity(si, dimension, 3)) : PathMarkWords::tr("unknown");
}

/// Wide and translucent under a thin line: seen on every overlay, and the overlay through it.
void light(QPainter& painter, const QPainterPath& path, double width, const PainterStyle& style,
           double zoom) {
    QColor glow = style.theme.accent;
    glow.setAlphaF(0.3f);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(glow, width + 7 / zoom, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    painter.setPen(
        QPen(style.theme.accent, std::max(width, 2 / zoom), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
}

void outline(QPainter& painter, const DrawnElement& element, const PainterStyle& style, double zoom) {
    const double gap = 3 / zoom;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.theme.accent, 2 / zoom));
    painter.drawRoundedRect(element.rect.adjusted(-gap, -gap, gap, gap), 5, 5);
}

QString hop_count(int switches) {
    return switches == 1 ? PathMarkWords::tr("1 hop") : PathMarkWords::tr("%1 hops").arg(switches);
}

} // namespace

QString path_label(const Path& path) {
    if (path.kind != LinkKind::network) {
        if (path.flow.value <= 0) return {};
        return PathMarkWords::tr("%1 each · %2 total")
            .arg(quantity(path.flow.value, Dimension::power), quantity(path.pair.value, Dimension::power));
    }
    const QString way = path.switches > 0 ? hop_count(path.switches)
                        : path.links > 1  ? PathMarkWords::tr("%1 links").arg(path.links)
                                          : PathMarkWords::tr("direct");
    return QStringLiteral("%1 · %2 · %3")
        .arg(quantity(path.flow.value, Dimension::byte_rate), quantity(path.latency.si(), Dimension::time),
             way);
}

PathMark path_mark(const Path& path, const Cluster& cluster) {
    PathMark mark;
    const auto id = [&](int element) { return cluster.elements[static_cast<size_t>(element)].id; };
    mark.elements.push_back(id(path.from.element));
    for (const PathStep& step : path.steps) {
        mark.elements.push_back(id(step.to.element));
        if (step.link >= 0) mark.links.push_back(cluster.links[static_cast<size_t>(step.link)].id);
    }
    mark.label = path_label(path);
    if (path.kind == LinkKind::network) {
        mark.details = PathMarkWords::tr("One flow %1 · one pair %2 · all at once %3")
                           .arg(quantity(path.flow.value, Dimension::byte_rate),
                                quantity(path.pair.value, Dimension::byte_rate),
                                quantity(path.aggregate.value, Dimension::byte_rate));
        for (const LatencyTerm& term : path.terms)
            mark.details +=
                QStringLiteral("\n%1  %2  (%3)")
                    .arg(quantity(term.value.si(), Dimension::time), to_qt(term.name), to_qt(term.source));
    }
    return mark;
}

QRectF paint_path(QPainter& painter, const PathMark& mark, const Diagram& drawing, const PainterStyle& style,
                  double zoom, const QRectF& room, const WriteAgain& write) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF lit, label;
    for (const std::string& id : mark.links)
        if (const DrawnLink* link = drawing.find_link(id)) {
            light(painter, link->path, link->width, style, zoom);
            lit |= link->path.boundingRect().adjusted(-4, -4, 4, 4);
        }
    if (!lit.isNull()) write(lit);
    std::vector<const DrawnElement*> boxes;
    for (const std::string& id : mark.elements)
        if (const DrawnElement* element = drawing.find(id)) {
            outline(painter, *element, style, zoom);
            boxes.push_back(element);
        }
    if (!boxes.empty() && !mark.label.isEmpty()) {
        // Above the uppermost thing between the ends; of two boxes alone, half way along their link.
        const DrawnLink* middle =
            mark.links.empty() ? nullptr : drawing.find_link(mark.links[mark.links.size() / 2]);
        const auto top = std::ranges::min_element(
            boxes, {}, [](const DrawnElement* element) { return element->rect.top(); });
        const QPointF at = boxes.size() > 2 || !middle
                               ? QPointF((*top)->rect.center().x(), painted_area(**top).top() - 14 / zoom)
                               : middle->path.pointAtPercent(0.5) - QPointF(0, 22 / zoom);
        label = paint_tag(painter, at, mark.label, style, zoom, style.theme.accent, style.theme.text, room);
    }
    painter.restore();
    return label;
}

void paint_lit_link(QPainter& painter, const DrawnLink& link, const QString& label, const Diagram& drawing,
                    const PainterStyle& style, double zoom, const QRectF& room, const WriteAgain& write) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    light(painter, link.path, link.width, style, zoom);
    write(link.path.boundingRect().adjusted(-4, -4, 4, 4));
    for (const int end : {link.from, link.to})
        if (end >= 0 && end < static_cast<int>(drawing.elements().size()))
            outline(painter, drawing.elements()[static_cast<size_t>(end)], style, zoom);
    if (!label.isEmpty())
        paint_tag(painter, link.path.pointAtPercent(0.5), label, style, zoom, style.theme.accent,
                  style.theme.text, room);
    painter.restore();
}

} // namespace roofrack
