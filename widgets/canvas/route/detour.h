// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>

#include <vector>

namespace roofrack {

/// What lies in the way of a line.
struct Obstacle {
    QRectF area;
    bool is_solid = true; ///< else it may be crossed, at a price: a name, a container of others
};

/// One end of a detour: the line leaves `at` towards `out`, a little beside the box.
struct DetourEnd {
    QPointF at, out;
};

/// The shortest way of upright and level pieces with few bends around all that is solid, `gap` canvas units
/// beside it; empty when there is none. Takes some milliseconds for a hundred obstacles: for links that no
/// simpler way joins.
QPolygonF detour(const DetourEnd& from, const DetourEnd& to, const std::vector<Obstacle>& obstacles,
                 double gap);

} // namespace roofrack
