// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/port_dots.h"

#include "cluster/link_offer.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double radius = 5, reach = 9; ///< px of the view

QString translated(const char* text) { return QCoreApplication::translate("PortDots", text); }

QString count_text(const Ports& ports) {
    const auto number = [](double value) { return QString::number(value, 'g', 4); };
    if (!ports.total) return translated("%1 used").arg(number(ports.used));
    return translated("%1 of %2").arg(number(ports.used), number(*ports.total));
}

QString role_text(PortRole role) {
    switch (role) {
    case PortRole::network: return translated("network");
    case PortRole::storage: return translated("storage network");
    case PortRole::power: return translated("power");
    case PortRole::coolant: return translated("coolant");
    case PortRole::air: break;
    }
    return translated("air");
}

QColor colour_of(PortRole role, const Theme& theme) {
    return role == PortRole::network || role == PortRole::storage ? theme.accent : theme.secondary;
}

} // namespace

std::vector<PortDot> port_dots(const DrawnElement& element, const Cluster& cluster, const PortBook& book) {
    std::vector<PortDot> dots;
    const QRectF& box = element.rect;
    const Element* drawn = cluster.find(element.id);
    if (!drawn) return dots;
    const auto add = [&](const Element& of, PortRole role, const QPointF& at, Qt::Edge edge) {
        const int index = book.containment().index(of.id);
        if (index < 0) return;
        const Ports* ports = book.ports(index, role);
        if (!ports) return;
        const auto free = ports->free();
        dots.push_back({of.id, role, at, edge, count_text(*ports), free && *free < 1});
    };
    if (const Element* data = data_end(cluster, *drawn); data && has_data_ports(data->kind)) {
        add(*data, PortRole::network, {box.center().x(), box.top()}, Qt::TopEdge);
        // A switch is wired on both sides; both dots stand for the same ports.
        if (drawn->kind == ElementKind::switch_)
            add(*data, PortRole::network, {box.center().x(), box.bottom()}, Qt::BottomEdge);
    }
    double y = box.center().y();
    const bool gives = drawn->kind == ElementKind::feed || drawn->kind == ElementKind::cooling;
    for (const PortRole role : {PortRole::power, PortRole::coolant, PortRole::air}) {
        const size_t before = dots.size();
        add(*drawn, role, {gives ? box.left() : box.right(), y}, gives ? Qt::LeftEdge : Qt::RightEdge);
        if (dots.size() > before) y += 24;
    }
    return dots;
}

const PortDot* dot_at(const std::vector<PortDot>& dots, const QPointF& point, double zoom) {
    const PortDot* best = nullptr;
    double nearest = reach / zoom;
    for (const PortDot& dot : dots) {
        const double distance = QLineF(dot.at, point).length();
        if (distance > nearest) continue;
        nearest = distance;
        best = &dot;
    }
    return best;
}

QRectF paint_tag(QPainter& painter, const QPointF& at, const QString& text, const PainterStyle& style,
                 double zoom, const QColor& frame, const QColor& ink, const QRectF& room) {
    const QFontMetricsF metrics(style.secondary);
    QRectF area(0, 0, metrics.horizontalAdvance(text) + 12, metrics.height() + 6);
    painter.save();
    painter.translate(at);
    painter.scale(1 / zoom, 1 / zoom);
    area.moveCenter({0, 0});
    if (!room.isNull()) {
        const QRectF inside((room.topLeft() - at) * zoom, room.size() * zoom);
        area.translate(
            std::max(0.0, inside.left() - area.left()) - std::max(0.0, area.right() - inside.right()),
            std::max(0.0, inside.top() - area.top()) - std::max(0.0, area.bottom() - inside.bottom()));
    }
    painter.setPen(QPen(frame.isValid() ? frame : style.theme.line, 1));
    painter.setBrush(style.theme.raised);
    painter.drawRoundedRect(area, 4, 4);
    painter.setFont(style.secondary);
    painter.setPen(ink.isValid() ? ink : style.theme.text);
    painter.drawText(area, Qt::AlignCenter, text);
    painter.restore();
    return {at + area.topLeft() / zoom, area.size() / zoom};
}

void paint_port_dots(QPainter& painter, const std::vector<PortDot>& dots, const PortDot* hot,
                     const PainterStyle& style, double zoom) {
    const QFontMetricsF metrics(style.secondary);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PortDot& dot : dots) {
        const bool is_hot = hot && hot->at == dot.at;
        const QColor colour = dot.full ? style.theme.disabled : colour_of(dot.role, style.theme);
        painter.setPen(QPen(colour, 2 / zoom));
        painter.setBrush(is_hot ? colour : style.theme.raised);
        const double r = (is_hot ? radius + 1.5 : radius) / zoom;
        painter.drawEllipse(dot.at, r, r);
        if (!is_hot && dots.size() > 3) continue; // the words of many would lie on each other
        const QString text =
            is_hot ? QStringLiteral("%1 · %2").arg(role_text(dot.role), dot.label) : dot.label;
        const double half = metrics.horizontalAdvance(text) / 2 + 6;
        const QPointF away = dot.edge == Qt::RightEdge    ? QPointF(half + 10, 0)
                             : dot.edge == Qt::LeftEdge   ? QPointF(-half - 10, 0)
                             : dot.edge == Qt::BottomEdge ? QPointF(half + 10, 13)
                                                          : QPointF(half + 10, -13);
        paint_tag(painter, dot.at + away / zoom, text, style, zoom, {},
                  dot.full ? style.theme.secondary : style.theme.text);
    }
    painter.restore();
}

} // namespace roofrack
