// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/diagram.h"

#include "canvas/auto_layout.h"
#include "canvas/diagram_builder.h"
#include "canvas/diagram_measure.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

bool outlines_contents(ElementKind kind) { return is_container(kind) && kind != ElementKind::rack; }

double distance_to(const QLineF& line, const QPointF& point) {
    const QPointF along = line.p2() - line.p1();
    const double length = QPointF::dotProduct(along, along);
    const double t =
        length > 0 ? std::clamp(QPointF::dotProduct(point - line.p1(), along) / length, 0.0, 1.0) : 0;
    return QLineF(point, line.p1() + t * along).length();
}

} // namespace

Diagram Diagram::make(const Cluster& cluster, const Catalog& catalog, const Positions& moved) {
    DiagramBuilder builder(cluster, catalog);
    Positions positions;
    Diagram drawing;
    drawing.m_automatic = needs_layout(cluster);
    if (drawing.m_automatic)
        positions = auto_layout(
            cluster, [&](const Element& element) { return builder.size_of(element); },
            [&](const Element& element) { return builder.is_slot(element); });
    for (const auto& [id, position] : moved) positions[id] = position;
    drawing.m_elements = builder.elements(positions);
    for (size_t i = 0; i < drawing.m_elements.size(); ++i) {
        const DrawnElement& element = drawing.m_elements[i];
        drawing.m_index[element.id] = static_cast<int>(i);
        for (const RackSlot& slot : element.slots) drawing.m_index.emplace(slot.id, static_cast<int>(i));
        drawing.m_bounds |= painted_area(element);
    }
    drawing.m_links = builder.links(drawing.m_elements, drawing.m_index);
    for (const DrawnLink& link : drawing.m_links) drawing.m_bounds |= link.path.controlPointRect();
    return drawing;
}

const DrawnElement* Diagram::find(std::string_view id) const {
    const auto found = m_index.find(std::string(id));
    return found == m_index.end() ? nullptr : &m_elements[static_cast<size_t>(found->second)];
}

const DrawnLink* Diagram::find_link(std::string_view id) const {
    const auto found =
        std::find_if(m_links.begin(), m_links.end(), [&](const DrawnLink& link) { return link.id == id; });
    return found == m_links.end() ? nullptr : &*found;
}

Diagram::Positions Diagram::positions() const {
    Positions positions;
    for (const DrawnElement& element : m_elements)
        positions[element.id] = {element.rect.x(), element.rect.y()};
    return positions;
}

const DrawnElement* Diagram::element_at(const QPointF& point) const {
    for (auto element = m_elements.rbegin(); element != m_elements.rend(); ++element) {
        if (outlines_contents(element->kind)) {
            constexpr double grip = 5;
            const bool near = element->rect.adjusted(-grip, -grip, grip, grip).contains(point);
            const bool inside = element->rect.adjusted(grip, grip, -grip, -grip).contains(point);
            if ((near && !inside) || label_area(*element).contains(point)) return &*element;
        } else if (element->rect.contains(point) || label_area(*element).contains(point)) {
            return &*element;
        }
    }
    return nullptr;
}

const DrawnLink* Diagram::link_at(const QPointF& point, double reach) const {
    const DrawnLink* nearest = nullptr;
    double best = reach;
    for (const DrawnLink& link : m_links) {
        if (!link.path.controlPointRect().adjusted(-reach, -reach, reach, reach).contains(point)) continue;
        for (const QPolygonF& polygon : link.path.toSubpathPolygons())
            for (qsizetype i = 1; i < polygon.size(); ++i) {
                const double distance =
                    std::max(0.0, distance_to(QLineF(polygon[i - 1], polygon[i]), point) - link.width / 2);
                if (distance > best) continue;
                best = distance;
                nearest = &link;
            }
    }
    return nearest;
}

std::string Diagram::container_at(const QPointF& point) const {
    for (auto element = m_elements.rbegin(); element != m_elements.rend(); ++element)
        if (is_container(element->kind) && element->rect.contains(point)) return element->id;
    return {};
}

std::string Diagram::slot_at(const DrawnElement& element, const QPointF& point) const {
    for (const RackSlot& slot : element.slots)
        if (slot.rect.translated(element.rect.topLeft()).contains(point)) return slot.id;
    return element.id;
}

QRectF label_area(const DrawnElement& element) {
    using namespace diagram_measure;
    const QRectF& rect = element.rect;
    switch (element.kind) {
    case ElementKind::rack:
    case ElementKind::server: {
        const double over = 24; // a label may be a little wider than its rack
        return {rect.left() - over, rect.bottom() + 4, rect.width() + 2 * over, label_height - 4};
    }
    case ElementKind::site:
    case ElementKind::room:
    case ElementKind::row:
    case ElementKind::pod: return {rect.left() + 12, rect.top() + 8, rect.width() - 24, 24};
    default: return rect;
    }
}

QRectF painted_area(const DrawnElement& element) {
    const double stack = element.count > 1 ? 2 * diagram_measure::stack_step : 0;
    constexpr double mark = 5; // selection outline
    return (element.rect.adjusted(0, -stack, stack, 0) | label_area(element))
        .adjusted(-mark, -mark, mark, mark);
}

} // namespace roofrack
