// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/items/drawn_items.h"
#include "widgets/canvas/items/spatial_grid.h"

#include <QPolygonF>

#include <unordered_map>

namespace roofrack {

/// Elements that a link joins; its line may run into them.
struct RouteEnds {
    int from, to;
};

/// What stands in the way of links, and where nothing does: boxes with their stacks and names, containers.
class FreeSpace {
public:
    /// `elements` must outlive it.
    explicit FreeSpace(const std::vector<DrawnElement>& elements);

    /// True when a straight line meets no box of others and no name. `around_containers`: nor a container
    /// that holds neither end.
    bool is_free(const QPointF& a, const QPointF& b, const RouteEnds& ends, bool around_containers) const;
    /// True when a straight line meets no container that holds neither end.
    bool is_around_containers(const QPointF& a, const QPointF& b, const RouteEnds& ends) const;
    bool is_free(const QPolygonF& line, const RouteEnds& ends, bool around_containers) const;

    const DrawnElement& at(int element) const { return m_elements[static_cast<size_t>(element)]; }
    /// The element itself or a container around it.
    bool holds(int container, int element) const;
    /// Its contents are drawn in it.
    bool is_group(int element) const { return m_is_group[static_cast<size_t>(element)]; }
    /// For each element what no link may cross: its frame with stack and name; the name of a container.
    const std::vector<QRectF>& areas() const { return m_areas; }
    const SpatialGrid& boxes() const { return m_boxes; } ///< these areas
    /// Whole areas of containers, which links of others had better go around.
    const SpatialGrid& containers() const { return m_containers; }

    /// How many boxes, or walls of them, were looked at so far: what the routes cost.
    size_t looked_at() const { return m_looked_at; }
    void count_looks(size_t looks) const { m_looked_at += looks; }

private:
    /// What is known of level lines at one height, with the clearance around them.
    struct Level {
        double left = 0, right = -1; ///< the longest of late that no box touches
        int blocking = -1;           ///< the box that was met last
    };
    bool is_level_free(const QRectF& area, double height, const RouteEnds& ends) const;

    const std::vector<DrawnElement>& m_elements;
    std::vector<bool> m_is_group;
    std::vector<QRectF> m_areas;
    SpatialGrid m_boxes, m_containers;
    mutable std::unordered_map<double, Level> m_levels; ///< by their height
    mutable size_t m_looked_at = 0;
};

} // namespace roofrack
