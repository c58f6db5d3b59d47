// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/paint_links.h"

#include "canvas/paint_element.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace roofrack {
namespace {

/// Links of one pen are drawn together.
struct PenKey {
    QRgb colour;
    int quarter_width; ///< in quarters of a unit
    bool facility;
    auto operator<=>(const PenKey&) const = default;
};

} // namespace

void paint_links(QPainter& painter, const Diagram& drawing, const Looks& looks, const PainterStyle& style,
                 Detail detail, const QRectF& exposed,
                 const std::function<LinkMark(const DrawnLink&)>& mark) {
    const Theme& theme = style.theme;
    std::map<PenKey, std::pair<QPainterPath, QList<QLineF>>> groups;
    std::vector<const DrawnLink*> marked;
    for (const DrawnLink& link : drawing.links()) {
        if (!link.path.controlPointRect().adjusted(-8, -8, 8, 8).intersects(exposed)) continue;
        if (mark && mark(link) != LinkMark::none) marked.push_back(&link);
        const LinkLook& look = looks.link(link.id);
        if (link.facility && detail == Detail::tiles && !look.colour.isValid()) continue;
        const QColor colour = look.colour.isValid() ? look.colour
                              : link.facility       ? theme.line
                                                    : theme.disabled;
        const double width = look.colour.isValid() ? std::max(2.5, link.width) : link.width;
        auto& [path, lines] =
            groups[{colour.rgba(), static_cast<int>(std::lround(4 * width)), link.facility}];
        if (detail == Detail::tiles)
            lines.emplace_back(QPointF(link.path.elementAt(0)), link.path.currentPosition());
        else
            path.addPath(link.path);
    }
    painter.setBrush(Qt::NoBrush);
    for (const auto& [key, group] : groups) {
        QColor colour = QColor::fromRgba(key.colour);
        QPen pen(colour, key.quarter_width / 4.0, key.facility ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap,
                 Qt::RoundJoin);
        if (key.facility) pen.setDashPattern({4, 3});
        if (detail == Detail::tiles) {
            pen.setWidthF(0);
            pen.setStyle(Qt::SolidLine);
        }
        painter.setPen(pen);
        if (!group.second.isEmpty()) painter.drawLines(group.second);
        if (!group.first.isEmpty()) painter.drawPath(group.first);
    }
    for (const DrawnLink* link : marked) {
        QColor colour = theme.accent;
        if (mark(*link) == LinkMark::hovered) colour.setAlphaF(0.5f);
        painter.setPen(QPen(colour, std::max(2.0, link->width), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPath(link->path);
    }
}

void paint_link_labels(QPainter& painter, const Diagram& drawing, const Looks& looks,
                       const PainterStyle& style, Detail detail, const QRectF& exposed) {
    for (const DrawnElement& element : drawing.elements()) { // containers come first
        if (!is_container(element.kind) || element.kind == ElementKind::rack) break;
        if (label_area(element).intersects(exposed)) paint_container_name(painter, element, style, detail);
    }
    if (detail != Detail::all) return;
    const QFontMetricsF metrics(style.secondary), strong_metrics(style.strong);
    for (const DrawnLink& link : drawing.links()) {
        const LinkLook& look = looks.link(link.id);
        const bool binds = !look.label.isEmpty();
        const QString text = binds && !link.label.isEmpty() ? look.label + QStringLiteral(" · ") + link.label
                             : binds                        ? look.label
                                                            : link.label;
        if (text.isEmpty()) continue;
        const QFontMetricsF& used = binds ? strong_metrics : metrics;
        QRectF area(0, 0, used.horizontalAdvance(text) + 8, used.height() + 1);
        area.moveCenter(link.label_at);
        if (!area.intersects(exposed)) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.ground());
        painter.drawRoundedRect(area, 3, 3);
        painter.setFont(binds ? style.strong : style.secondary);
        painter.setPen(binds && look.colour.isValid() ? look.colour : style.theme.secondary);
        painter.drawText(area, Qt::AlignCenter, text);
    }
}

} // namespace roofrack
