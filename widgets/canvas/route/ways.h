// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/route/free_space.h"

#include <array>
#include <initializer_list>

namespace roofrack {

/// A way of upright and level pieces that may be taken.
struct Way {
    std::array<QPointF, 6> corners;
    size_t size = 0;
    double cost = 0; ///< length, and 24 for each piece
};
QPolygonF polygon(const Way& way);
bool is_free(const Way& way, const FreeSpace& space, const RouteEnds& ends, bool around_containers);

/// Ways that may be taken between two boxes; the cheapest free one is taken.
class Ways {
public:
    Ways() { m_ways.reserve(16); }
    void add(std::initializer_list<QPointF> corners); ///< at most six
    void clear() { m_ways.clear(); }
    /// The cheapest free way, around other containers where that can be; nullptr when there is none. Sorts
    /// them by cost.
    const Way* first_free(const FreeSpace& space, const RouteEnds& ends);
    const std::vector<Way>& all() const { return m_ways; }

private:
    std::vector<Way> m_ways;
};

} // namespace roofrack
