// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/port_dots.h"

#include "core/drawing/offer/link_effect.h"
#include "core/drawing/offer/link_offer.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double radius = 5, reach = 9; ///< px of the view

struct PortDotsWords {
    Q_DECLARE_TR_FUNCTIONS(PortDots)
};

/// What is counted, so that a number says about what: "NICs", "ports", "feeds".
QString noun(const Ports& ports, ElementKind kind, bool one) {
    switch (ports.role) {
    case PortRole::network:
        if (kind == ElementKind::server) return one ? PortDotsWords::tr("NIC") : PortDotsWords::tr("NICs");
        break;
    case PortRole::storage:
        return one ? PortDotsWords::tr("storage port") : PortDotsWords::tr("storage ports");
    case PortRole::power: return one ? PortDotsWords::tr("feed") : PortDotsWords::tr("feeds");
    case PortRole::coolant:
    case PortRole::air: return one ? PortDotsWords::tr("cooler") : PortDotsWords::tr("coolers");
    }
    return one ? PortDotsWords::tr("port") : PortDotsWords::tr("ports");
}

/// "8 of 8 NICs"; where the part does not tell how many there are, "1 feed"; of an outlet "feeds 3".
QString count_text(const Ports& ports, ElementKind kind) {
    const auto number = [](double value) { return QString::number(value, 'g', 4); };
    if (ports.total)
        return PortDotsWords::tr("%1 of %2 %3")
            .arg(number(ports.used), number(*ports.total), noun(ports, kind, *ports.total == 1));
    const bool data = ports.role == PortRole::network || ports.role == PortRole::storage;
    const QString used = data ? number(ports.used) : QString::fromStdString(share_text(ports.used));
    if (ports.gives)
        return (ports.role == PortRole::power ? PortDotsWords::tr("feeds %1") : PortDotsWords::tr("cools %1"))
            .arg(used);
    return PortDotsWords::tr("%1 %2").arg(used, noun(ports, kind, ports.used == 1));
}

QString role_text(PortRole role) {
    switch (role) {
    case PortRole::network: return PortDotsWords::tr("network");
    case PortRole::storage: return PortDotsWords::tr("storage network");
    case PortRole::power: return PortDotsWords::tr("power");
    case PortRole::coolant: return PortDotsWords::tr("coolant");
    case PortRole::air: break;
    }
    return PortDotsWords::tr("air");
}

QString tag_text(const PortDot& dot, bool is_hot) {
    return is_hot ? QStringLiteral("%1 · %2").arg(role_text(dot.role), dot.label) : dot.label;
}

QColor colour_of(PortRole role, const Theme& theme) {
    return role == PortRole::network || role == PortRole::storage ? theme.accent : theme.secondary;
}

} // namespace

std::vector<PortDot> port_dots(const DrawnElement& element, const Cluster& cluster, const PortTable& table) {
    std::vector<PortDot> dots;
    const QRectF& box = element.rect;
    const Element* drawn = cluster.find(element.id);
    if (!drawn) return dots;
    const auto add = [&](const Element& of, PortRole role, const QPointF& at, Qt::Edge edge) {
        const int index = table.containment().index(of.id);
        if (index < 0) return;
        const Ports* ports = table.ports(index, role);
        if (!ports) return;
        const auto free = ports->free();
        dots.push_back({of.id, role, at, edge, count_text(*ports, of.kind), free && *free < 1});
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

std::vector<QRectF> port_tags(const std::vector<PortDot>& dots, const PortDot* hot, const Diagram& drawing,
                              const DrawingText& text, const PainterStyle& style, double zoom) {
    const QFontMetricsF metrics(style.secondary);
    constexpr double near = 10; // px from the middle of the dot
    std::vector<QRectF> tags(dots.size()), taken;
    for (const PortDot& dot : dots) {
        const double r = (radius + 2) / zoom;
        taken.emplace_back(dot.at.x() - r, dot.at.y() - r, 2 * r, 2 * r);
    }
    const auto is_free = [&](const QRectF& area) {
        const auto meets = [&](const QRectF& other) { return other.intersects(area); };
        if (std::ranges::any_of(taken, meets)) return false;
        for (const int index : drawing.elements_in(area))
            if (index >= drawing.containers() &&
                drawing.elements()[static_cast<size_t>(index)].rect.intersects(area))
                return false;
        return std::ranges::none_of(text.texts(), [&](const DrawnText& words) { return meets(words.area); });
    };
    // The one under the pointer first: it is always written.
    std::vector<size_t> order;
    for (size_t i = 0; i < dots.size(); ++i)
        order.insert(hot && dots[i].at == hot->at ? order.begin() : order.end(), i);
    for (const size_t i : order) {
        const PortDot& dot = dots[i];
        const bool is_hot = hot && dot.at == hot->at;
        const QSizeF size =
            QSizeF(metrics.horizontalAdvance(tag_text(dot, is_hot)) + 12, metrics.height() + 6) / zoom;
        const double x = size.width() / 2 + near / zoom, y = size.height() / 2 + near / zoom;
        const bool level = dot.edge == Qt::LeftEdge || dot.edge == Qt::RightEdge;
        const double out = dot.edge == Qt::LeftEdge ? -1 : 1;
        const double up = dot.edge == Qt::BottomEdge ? 1 : -1;
        const std::vector<QPointF> places =
            level ? std::vector<QPointF>{{out * x, 0},
                                         {out * x, -y / 2},
                                         {out * x, y / 2},
                                         {out * x, -y},
                                         {out * x, y}}
                  : std::vector<QPointF>{{x, up * y * 0.7}, {-x, up * y * 0.7}, {x, up * y}, {-x, up * y}};
        for (const QPointF& place : places) {
            QRectF area(QPointF(), size);
            area.moveCenter(dot.at + place);
            if (!is_free(area)) continue;
            tags[i] = area;
            break;
        }
        if (tags[i].isNull() && is_hot) {
            tags[i] = QRectF(QPointF(), size);
            tags[i].moveCenter(dot.at + places.front());
        }
        if (!tags[i].isNull()) taken.push_back(tags[i]);
    }
    return tags;
}

void paint_port_dots(QPainter& painter, const std::vector<PortDot>& dots, const PortDot* hot,
                     const Diagram& drawing, const DrawingText& text, const PainterStyle& style,
                     double zoom) {
    const std::vector<QRectF> tags = port_tags(dots, hot, drawing, text, style, zoom);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (size_t i = 0; i < dots.size(); ++i) {
        const PortDot& dot = dots[i];
        const bool is_hot = hot && hot->at == dot.at;
        const QColor colour = dot.full ? style.theme.disabled : colour_of(dot.role, style.theme);
        painter.setPen(QPen(colour, 2 / zoom));
        painter.setBrush(is_hot ? colour : style.theme.raised);
        const double r = (is_hot ? radius + 1.5 : radius) / zoom;
        painter.drawEllipse(dot.at, r, r);
        if (!tags[i].isNull())
            paint_tag(painter, tags[i].center(), tag_text(dot, is_hot), style, zoom, {},
                      dot.full ? style.theme.secondary : style.theme.text);
    }
    painter.restore();
}

} // namespace roofrack
