// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/route/free_space.h"
#include "widgets/canvas/route/wall_index.h"

#include <map>
#include <optional>

namespace roofrack {

/// Where a link comes down between boxes that stand in its way.
class FreeColumns {
public:
    explicit FreeColumns(const FreeSpace& space)
        : m_space(space) {}

    /// The nearest upright line from `high` to `low` that meets no box, `gap` beside it, looking to one side;
    /// nothing when a wall is too wide to go around it.
    std::optional<double> nearest(double x, double high, double low, const RouteEnds& ends, bool rightwards,
                                  double gap);

private:
    const WallIndex& walls(double gap);

    const FreeSpace& m_space;
    std::map<double, WallIndex> m_walls; ///< of the boxes, by the gap; made when one is asked for
};

} // namespace roofrack
