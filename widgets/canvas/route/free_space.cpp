// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/free_space.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>

namespace roofrack {
namespace {

/// What no link may cross: a frame with its stack and name, the name of a container.
QRectF box_of(const DrawnElement& element) {
    if (outlines_contents(element.kind)) {
        QRectF name = label_area(element);
        name.setWidth(std::min(name.width(), element.title_width));
        return name;
    }
    const double stack = element.count > 1 ? 2 * diagram_measure::stack_step : 0;
    QRectF area = element.rect.adjusted(0, -stack, stack, 0);
    if (element.kind == ElementKind::rack || element.kind == ElementKind::server)
        area.setBottom(label_area(element).bottom());
    return area;
}

} // namespace

FreeSpace::FreeSpace(const std::vector<DrawnElement>& elements)
    : m_elements(elements) {
    std::vector<SpatialGrid::Entry> boxes, containers;
    for (size_t i = 0; i < elements.size(); ++i) {
        const int item = static_cast<int>(i);
        m_is_group.push_back(outlines_contents(elements[i].kind));
        if (m_is_group.back()) containers.push_back({item, elements[i].rect});
        m_areas.push_back(box_of(elements[i]));
        boxes.push_back({item, m_areas.back()});
    }
    m_boxes = SpatialGrid(std::move(boxes));
    m_containers = SpatialGrid(std::move(containers));
}

bool FreeSpace::holds(int container, int element) const {
    for (int one = element; one >= 0; one = at(one).parent)
        if (one == container) return true;
    return false;
}

bool FreeSpace::is_free(const QPointF& a, const QPointF& b, const RouteEnds& ends,
                        bool around_containers) const {
    const QRectF piece = QRectF(a, b).normalized();
    const bool slanted = piece.width() > 0.01 && piece.height() > 0.01;
    const QRectF wide = piece.adjusted(-diagram_measure::clearance, -diagram_measure::clearance,
                                       diagram_measure::clearance, diagram_measure::clearance);
    const auto crosses = [&](const QRectF& box) {
        if (!slanted) return true;
        // The box's corners on both sides of the line.
        const auto side = [&](double x, double y) {
            return (b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x()) > 0;
        };
        const QRectF area = box.adjusted(-diagram_measure::clearance, -diagram_measure::clearance,
                                         diagram_measure::clearance, diagram_measure::clearance);
        const bool first = side(area.left(), area.top());
        return side(area.right(), area.top()) != first || side(area.left(), area.bottom()) != first ||
               side(area.right(), area.bottom()) != first;
    };
    if (m_boxes.any(wide, [&](const SpatialGrid::Entry& entry) {
            ++m_looked_at;
            return entry.item != ends.from && entry.item != ends.to && crosses(entry.area);
        }))
        return false;
    return !around_containers || !m_containers.any(wide, [&](const SpatialGrid::Entry& entry) {
        ++m_looked_at;
        return !holds(entry.item, ends.from) && !holds(entry.item, ends.to) && crosses(entry.area);
    });
}

bool FreeSpace::is_free(const QPolygonF& line, const RouteEnds& ends, bool around_containers) const {
    for (qsizetype i = 1; i < line.size(); ++i)
        if (!is_free(line[i - 1], line[i], ends, around_containers)) return false;
    return true;
}

} // namespace roofrack
