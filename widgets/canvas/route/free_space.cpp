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

QRectF with_clearance(const QRectF& area) {
    using diagram_measure::clearance;
    return area.adjusted(-clearance, -clearance, clearance, clearance);
}

/// A straight piece of a line.
struct Piece {
    Piece(const QPointF& from, const QPointF& to)
        : a(from)
        , b(to) {
        const QRectF exact = QRectF(a, b).normalized();
        slanted = exact.width() > 0.01 && exact.height() > 0.01;
        area = with_clearance(exact);
    }

    /// A box that touches `area`.
    bool crosses(const QRectF& box) const {
        if (!slanted) return true;
        // The box's corners on both sides of the line.
        const auto side = [&](double x, double y) {
            return (b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x()) > 0;
        };
        const QRectF wide = with_clearance(box);
        const bool first = side(wide.left(), wide.top());
        return side(wide.right(), wide.top()) != first || side(wide.left(), wide.bottom()) != first ||
               side(wide.right(), wide.bottom()) != first;
    }

    QPointF a, b;
    bool slanted = false;
    QRectF area; ///< with the clearance around it
};

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
    const Piece piece(a, b);
    const bool free = a.y() == b.y() ? is_level_free(piece.area, a.y(), ends)
                                     : !m_boxes.any(piece.area, [&](const SpatialGrid::Entry& entry) {
                                           ++m_looked_at;
                                           return entry.item != ends.from && entry.item != ends.to &&
                                                  piece.crosses(entry.area);
                                       });
    return free && (!around_containers || is_around_containers(a, b, ends));
}

/// Thousands of links run along one bus, each a little farther than the one before.
bool FreeSpace::is_level_free(const QRectF& area, double height, const RouteEnds& ends) const {
    Level& level = m_levels[height];
    const auto is_own = [&](int item) { return item == ends.from || item == ends.to; };
    if (level.left <= area.left() && area.right() <= level.right) return true;
    if (level.blocking >= 0 && !is_own(level.blocking) &&
        SpatialGrid::touches(m_areas[static_cast<size_t>(level.blocking)], area)) {
        ++m_looked_at;
        return false;
    }
    QRectF rest = area;
    if (level.left <= area.left() && area.left() <= level.right) rest.setLeft(level.right);
    if (level.left <= area.right() && area.right() <= level.right) rest.setRight(level.left);
    bool meets_own = false;
    const bool is_blocked = m_boxes.any(rest, [&](const SpatialGrid::Entry& entry) {
        ++m_looked_at;
        meets_own |= is_own(entry.item);
        if (!is_own(entry.item)) level.blocking = entry.item;
        return !is_own(entry.item);
    });
    if (is_blocked) return false;
    if (meets_own) return true;
    const bool goes_on = rest != area;
    level.left = goes_on ? std::min(level.left, area.left()) : area.left();
    level.right = goes_on ? std::max(level.right, area.right()) : area.right();
    return true;
}

bool FreeSpace::is_around_containers(const QPointF& a, const QPointF& b, const RouteEnds& ends) const {
    const Piece piece(a, b);
    return !m_containers.any(piece.area, [&](const SpatialGrid::Entry& entry) {
        ++m_looked_at;
        return !holds(entry.item, ends.from) && !holds(entry.item, ends.to) && piece.crosses(entry.area);
    });
}

bool FreeSpace::is_free(const QPolygonF& line, const RouteEnds& ends, bool around_containers) const {
    for (qsizetype i = 1; i < line.size(); ++i)
        if (!is_free(line[i - 1], line[i], ends, around_containers)) return false;
    return true;
}

} // namespace roofrack
