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

    /// The upright lines from `high` to `low` that meet no box and stand nearest to `x`: there where it is
    /// free, else to its left and to its right, `gap` beside the last wall; none on a side where the walls
    /// are too wide to go around them.
    std::vector<double> nearest(double x, double high, double low, const RouteEnds& ends, double gap);

private:
    /// A stretch of heights.
    struct Heights {
        double top, bottom;
    };
    std::optional<double> beside(double x, const Heights& all, const Heights& others, const RouteEnds& ends,
                                 bool rightwards, const WallIndex& index, const WallIndex::Walls& walls,
                                 double gap) const;
    const WallIndex& walls(double gap);

    const FreeSpace& m_space;
    std::optional<WallTree> m_tree;      ///< tree of the boxes; made when walls are asked for
    std::map<double, WallIndex> m_walls; ///< by the gap
};

} // namespace roofrack
