// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/diagram/diagram.h"

#include "widgets/canvas/diagram/auto_layout.h"
#include "widgets/canvas/diagram/diagram_builder.h"
#include "widgets/canvas/diagram/diagram_links.h"
#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/route/link_router.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

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
    drawing.m_index.reserve(cluster.elements.size());
    for (size_t i = 0; i < drawing.m_elements.size(); ++i) {
        const DrawnElement& element = drawing.m_elements[i];
        drawing.m_index[element.id] = static_cast<int>(i);
        for (const RackSlot& slot : element.slots) drawing.m_index.emplace(slot.id, static_cast<int>(i));
    }
    for (size_t i = 0; i < drawing.m_elements.size(); ++i) {
        DrawnElement& element = drawing.m_elements[i];
        drawing.m_containers += outlines_contents(element.kind);
        if (const Element* of = builder.element(element.id); of && !of->parent.empty())
            if (const auto parent = drawing.m_index.find(of->parent);
                parent != drawing.m_index.end() && parent->second < static_cast<int>(i))
                element.parent = parent->second;
    }
    add_switch_ratios(drawing.m_elements, cluster, catalog);
    drawing.m_links = draw_links(cluster, catalog, drawing.m_elements, drawing.m_index);
    drawing.m_bundles = bundle_links(drawing.m_links, drawing.m_elements);
    drawing.index_areas();
    return drawing;
}

QRectF Diagram::move(const Positions& moved) {
    QRectF changed;
    std::vector<char> touched(m_elements.size(), 0);
    const auto place = [&](size_t index, const QRectF& rect) {
        DrawnElement& element = m_elements[index];
        if (element.rect == rect) return;
        changed |= painted_area(element);
        element.rect = rect;
        changed |= painted_area(element);
        touched[index] = 1;
    };
    for (const auto& [id, position] : moved) {
        const auto found = m_index.find(id);
        if (found == m_index.end()) continue;
        const auto index = static_cast<size_t>(found->second);
        const DrawnElement& element = m_elements[index];
        if (element.id == id && !element.fitted)
            place(index, QRectF(QPointF(position.x, position.y), element.rect.size()));
    }
    std::vector<QRectF> contents(static_cast<size_t>(m_containers));
    for (size_t i = m_elements.size(); i-- > 0;) { // what stands inside comes after its container
        DrawnElement& element = m_elements[i];
        if (element.fitted && !contents[i].isEmpty()) place(i, frame_around(contents[i]));
        if (element.parent >= 0 && element.parent < m_containers)
            contents[static_cast<size_t>(element.parent)] |= held_area(element);
    }
    const LinkRouter router(m_elements);
    for (size_t i = 0; i < m_links.size(); ++i) {
        DrawnLink& link = m_links[i];
        if (!touched[static_cast<size_t>(link.from)] && !touched[static_cast<size_t>(link.to)]) continue;
        const auto area = [&] { return link.line.boundingRect().adjusted(-4, -4, 4, 4); };
        changed |= area();
        if (link.stroke == static_cast<int>(i)) {
            lay_link(link, router);
        } else {
            link.path = m_links[static_cast<size_t>(link.stroke)].path;
            link.line = m_links[static_cast<size_t>(link.stroke)].line;
        }
        changed |= area();
    }
    index_areas();
    return changed;
}

void Diagram::index_areas() {
    m_bounds = {};
    std::vector<SpatialGrid::Entry> areas, pieces;
    areas.reserve(m_elements.size());
    m_link_index.reserve(m_links.size());
    for (size_t i = 0; i < m_elements.size(); ++i) {
        areas.push_back({static_cast<int>(i), painted_area(m_elements[i])});
        m_bounds |= areas.back().area;
    }
    m_element_grid = SpatialGrid(std::move(areas));
    for (size_t i = 0; i < m_links.size(); ++i) {
        const DrawnLink& link = m_links[i];
        m_link_index.emplace(link.id, static_cast<int>(i));
        if (link.stroke != static_cast<int>(i)) continue;
        const QPolygonF& line = link.line;
        m_bounds |= line.boundingRect();
        for (qsizetype k = 1; k < line.size(); ++k)
            pieces.push_back({static_cast<int>(i), QRectF(line[k - 1], line[k]).normalized()});
    }
    m_link_grid = SpatialGrid(std::move(pieces));
}

const DrawnElement* Diagram::find(std::string_view id) const {
    const auto found = m_index.find(std::string(id));
    return found == m_index.end() ? nullptr : &m_elements[static_cast<size_t>(found->second)];
}

const DrawnLink* Diagram::find_link(std::string_view id) const {
    const auto found = m_link_index.find(std::string(id));
    return found == m_link_index.end() ? nullptr : &m_links[static_cast<size_t>(found->second)];
}

Diagram::Positions Diagram::positions() const {
    Positions positions;
    for (const DrawnElement& element : m_elements)
        positions[element.id] = {element.rect.x(), element.rect.y()};
    return positions;
}

const DrawnElement* Diagram::element_at(const QPointF& point) const {
    constexpr double grip = 5;
    const std::vector<int> near_by = elements_in(QRectF(point, QSizeF()).adjusted(-grip, -grip, grip, grip));
    for (auto index = near_by.rbegin(); index != near_by.rend(); ++index) {
        const DrawnElement* element = &m_elements[static_cast<size_t>(*index)];
        if (outlines_contents(element->kind)) {
            const bool near = element->rect.adjusted(-grip, -grip, grip, grip).contains(point);
            const bool inside = element->rect.adjusted(grip, grip, -grip, -grip).contains(point);
            if ((near && !inside) || label_area(*element).contains(point)) return element;
        } else if (element->rect.contains(point) || label_area(*element).contains(point)) {
            return element;
        }
    }
    return nullptr;
}

const DrawnLink* Diagram::link_at(const QPointF& point, double reach) const {
    const DrawnLink* nearest = nullptr;
    double best = reach;
    constexpr double widest = 6; // largest width of a line, see link_width
    const double around = reach + widest;
    for (const int index : links_in(QRectF(point, QSizeF()).adjusted(-around, -around, around, around))) {
        const DrawnLink& link = m_links[static_cast<size_t>(index)];
        for (qsizetype i = 1; i < link.line.size(); ++i) {
            const double distance =
                std::max(0.0, distance_to(QLineF(link.line[i - 1], link.line[i]), point) - link.width / 2);
            if (distance > best) continue;
            best = distance;
            nearest = &link;
        }
    }
    return nearest;
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
    case ElementKind::pod: return {rect.left() + 8, rect.top() + 8, rect.width() - 20, 24};
    default: return rect;
    }
}

QRectF held_area(const DrawnElement& element) {
    const double stack = element.count > 1 ? 2 * diagram_measure::stack_step : 0;
    constexpr double mark = diagram_measure::outline_mark;
    return (element.rect.adjusted(0, -stack, stack, 0) | label_area(element))
        .adjusted(-mark, -mark, mark, mark);
}

QRectF painted_area(const DrawnElement& element) {
    const double ratio = element.ratios.empty() ? 0 : 48; // written beside it
    const double stack = element.count > 1 ? 2 * diagram_measure::stack_step : 0;
    return held_area(element) | element.rect.adjusted(-ratio, -stack, stack + ratio, 0);
}

} // namespace roofrack
