// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/route/wall_tree.h"

#include <optional>
#include <span>
#include <vector>

namespace roofrack {

/// What an upright line from one height to another would meet, without walking all boxes along it.
class WallIndex {
public:
    /// A line keeps the clearance from all boxes and stands `gap` beside the one that it passes: boxes with
    /// less than both between them are one wall. `tree` must outlive it.
    WallIndex(const WallTree& tree, double clearance, double gap);

    /// The walls that stand anywhere between two heights, both included: some lists, each from left to right.
    /// `top` ≤ `bottom`.
    using Walls = std::vector<std::span<const Wall>>;
    Walls between(double top, double bottom) const;

    /// The wall of one of these lists that stands within the clearance of `x`.
    std::optional<Wall> at(std::span<const Wall> walls, double x) const;

private:
    WallShelf merged(const WallShelf& boxes) const;

    const WallTree& m_tree;
    double m_clearance, m_gap;
    WallShelf m_through, m_within; ///< as the tree's
};

} // namespace roofrack
