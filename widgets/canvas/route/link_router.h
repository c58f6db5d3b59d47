// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/items/drawn_items.h"
#include "widgets/canvas/items/spatial_grid.h"
#include "widgets/canvas/route/detour.h"
#include "widgets/canvas/route/wall_index.h"

#include <QPolygonF>

#include <array>
#include <initializer_list>
#include <map>
#include <optional>

namespace roofrack {

/// The way of one link from box to box.
struct LinkRoute {
    QPolygonF corners;   ///< the ways of a curve: its four control points
    bool curved = false; ///< else straight pieces, upright or level, with rounded corners
};

/// Lays links so that they run through no box and under no name: a gentle curve where the way is free, else
/// along channels above, below and between the boxes. The same drawing gives the same routes.
class LinkRouter {
public:
    explicit LinkRouter(const std::vector<DrawnElement>& elements);

    /// True when a line between two boxes meets no other box and no name.
    bool is_clear(const QPolygonF& line, int from, int to) const { return is_free(line, {from, to}, false); }
    /// Where along the upper or lower side of a box the end of a lane stands, and the lane of a place there.
    static double port(const QRectF& box, double lane);
    static double lane(const QRectF& box, double x);
    /// `lane` in −1…1 spreads the ends of several links on a box.
    LinkRoute network(int from, int to, double from_lane, double to_lane) const;
    /// From a box back to itself, beside it: `room` wide, so that words fit on its far side.
    LinkRoute loop(int element, double room) const;
    /// Power and cooling: beside and below the racks. `lane` 0, 1, 2 … tells parallel buses apart.
    LinkRoute facility(int from, int to, int lane) const;

    /// How many boxes, or walls of them, were looked at so far: what the routes cost.
    size_t looked_at() const { return m_looked_at; }

private:
    struct Ends {
        int from, to;
    };
    bool is_free(const QPointF& a, const QPointF& b, const Ends& ends, bool around_containers) const;
    bool is_free(const QPolygonF& line, const Ends& ends, bool around_containers) const;
    /// A way of upright and level pieces that may be taken.
    struct Way {
        std::array<QPointF, 6> corners;
        size_t size = 0;
        double cost = 0;
    };
    using Ways = std::vector<Way>;
    static void add(Ways& ways, std::initializer_list<QPointF> corners);
    const Way* first_free(Ways& ways, const Ends& ends) const;
    std::optional<double> free_column(double x, double high, double low, const Ends& ends, bool rightwards,
                                      double gap) const;
    const WallIndex& walls(double gap) const;
    static QPolygonF polygon(const Way& way);
    /// What a link has to go around, near to its ends; nothing when there is too much.
    std::vector<Obstacle> obstacles(const Ends& ends) const;
    /// Any way around all boxes, for where the usual ones are closed: it leaves and arrives from where
    /// `start_way` and `end_way` point, `apart` from others. Empty when there is none.
    QPolygonF around_all(const Ends& ends, const QPointF& start, const QPointF& start_way, const QPointF& end,
                         const QPointF& end_way, double apart) const;
    LinkRoute downwards(int upper, int lower, double upper_x, double lower_x, bool reversed) const;
    /// From a box to others of the container it stands in: out of it and back to its outside.
    LinkRoute outwards(int from, int around) const;
    double beside_caption(int rack, double shift) const;
    LinkRoute sideways(int from, int to, double from_lane, double to_lane) const;
    /// The element itself or a container around it.
    bool holds(int container, int element) const;
    const DrawnElement& at(int element) const { return m_elements[static_cast<size_t>(element)]; }

    const std::vector<DrawnElement>& m_elements;
    std::vector<bool> m_is_group; ///< their contents are drawn in them
    std::vector<QRectF> m_areas;  ///< of each: its frame with stack and name; the name of a container
    SpatialGrid m_boxes;          ///< these areas
    SpatialGrid m_containers;     ///< their areas, which links of others had better go around
    mutable std::map<double, WallIndex> m_walls; ///< of the boxes, by the gap; made when one is asked for
    mutable size_t m_looked_at = 0;
};

/// The drawn line, from the first corner to the last.
QPainterPath path_of(const LinkRoute& route);
/// The same in short straight pieces, for far views and for what asks how near a point is.
QPolygonF flattened(const LinkRoute& route);

} // namespace roofrack
