// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/route/free_space.h"

namespace roofrack {

/// Where a link leaves a box, and towards where: a step of length 1.
struct Leaving {
    QPointF at, way;
};

/// Any way around all boxes by a search, for where the usual ones are closed: `apart` canvas units from
/// others where that can be. Empty when there is none, or too much stands around.
QPolygonF way_around(const FreeSpace& space, const RouteEnds& ends, const Leaving& start, const Leaving& end,
                     double apart);

} // namespace roofrack
