// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/route/free_columns.h"
#include "widgets/canvas/route/free_space.h"
#include "widgets/canvas/route/route_line.h"

namespace roofrack {

/// Lays links so that they run through no box and under no name: a gentle curve where the way is free, else
/// along channels above, below and between the boxes. The same drawing gives the same routes.
class LinkRouter {
public:
    explicit LinkRouter(const std::vector<DrawnElement>& elements)
        : m_space(elements) {}
    LinkRouter(const LinkRouter&) = delete;
    LinkRouter& operator=(const LinkRouter&) = delete;

    /// True when a line between two boxes meets no other box and no name.
    bool is_clear(const QPolygonF& line, int from, int to) const {
        return m_space.is_free(line, {from, to}, false);
    }
    /// The x of a link's end on the upper or lower side of a box, from its position there in −1…1 (0: the
    /// middle), and the position of an x.
    static double port(const QRectF& box, double side_position);
    static double side_position(const QRectF& box, double x);
    /// Positions in −1…1 spread the ends of several links along the sides of a box.
    LinkRoute network_route(int from, int to, double from_side_position, double to_side_position) const;
    /// From a box back to itself, beside it: `room` wide, so that words fit on its far side.
    LinkRoute loop_route(int element, double room) const;
    /// Power and cooling: beside and below the racks. `bus_index` 0, 1, 2 … keeps parallel buses apart.
    LinkRoute facility_route(int from, int to, int bus_index) const;

    /// How many boxes, or walls of them, were looked at so far: what the routes cost.
    size_t looked_at() const { return m_space.looked_at(); }

private:
    LinkRoute downwards(int upper, int lower, double upper_x, double lower_x, bool reversed) const;
    double beside_caption(int rack, double shift) const;
    LinkRoute sideways(int from, int to, double from_side_position, double to_side_position) const;

    FreeSpace m_space;
    mutable FreeColumns m_columns{m_space};
};

} // namespace roofrack
