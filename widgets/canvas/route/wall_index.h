// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/items/spatial_grid.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace roofrack {

/// Boxes side by side, with no room for an upright line between them. Lengths in canvas units.
struct Wall {
    double left, right; ///< of the boxes themselves
};

/// What an upright line from one height to another would meet, without walking all boxes along it: a tree
/// over the heights where boxes begin and end, with the walls that stand there at each of its nodes.
class WallIndex {
public:
    /// A line keeps the clearance from all boxes and stands `gap` beside the one that it passes: boxes with
    /// less than both between them are one wall.
    WallIndex(const std::vector<SpatialGrid::Entry>& boxes, double clearance, double gap);

    /// The walls that stand anywhere between two heights, both included: some lists, each from left to right.
    /// `top` ≤ `bottom`.
    using Walls = std::vector<std::span<const Wall>>;
    Walls between(double top, double bottom) const;

    /// The wall of one of these lists that stands within the clearance of `x`.
    std::optional<Wall> at(std::span<const Wall> walls, double x) const;

private:
    size_t place_of(double height) const;
    using Standing = std::vector<std::pair<size_t, Wall>>; ///< each at a node
    /// Walls of each node, one node after the other, and where each begins.
    struct Shelf {
        std::vector<Wall> walls;
        std::vector<size_t> first;
        std::span<const Wall> of(size_t node) const {
            return std::span(walls).subspan(first[node], first[node + 1] - first[node]);
        }
    };
    Shelf merged(Standing standing) const;
    template<class Visit>
    void each_node(size_t first, size_t last, Visit&& visit) const;

    double m_clearance, m_gap;
    std::vector<double> m_heights; ///< where boxes begin and end, ascending
    size_t m_leaves = 1; ///< of the tree, whose node 1 is the root: the heights and the gaps between
    Shelf m_through;     ///< boxes that stand at all heights of a node, not at all of the one above
    Shelf m_within;      ///< boxes that stand at some height of a node and not beyond
};

} // namespace roofrack
