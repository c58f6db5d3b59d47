// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <span>
#include <vector>

namespace roofrack {

/// From side to side of boxes with no room for an upright line between them. Lengths in canvas units.
struct Wall {
    double left, right; ///< ends of the boxes themselves
};

/// Walls of each node of a tree, one node after the other, each node's from left to right.
struct WallShelf {
    std::vector<Wall> walls;
    std::vector<size_t> first; ///< first of each node, and the end
    std::span<const Wall> of(size_t node) const {
        return std::span(walls).subspan(first[node], first[node + 1] - first[node]);
    }
};

/// Boxes by the heights at which they stand: a tree over the heights where boxes begin and end, and the gaps
/// between these.
class WallTree {
public:
    explicit WallTree(std::span<const QRectF> boxes);

    /// Odd: one of the heights; even: between two of them, or beyond all.
    size_t place_of(double height) const;
    /// The fewest nodes that make up the places from `first` to `last`.
    template<class Visit>
    void each_node(size_t first, size_t last, Visit&& visit) const {
        for (size_t low = m_leaves + first, high = m_leaves + last + 1; low < high; low /= 2, high /= 2) {
            if (low % 2) visit(low++);
            if (high % 2) visit(--high);
        }
    }
    size_t leaves() const { return m_leaves; } ///< the first leaf's node; node 1 is the root
    const WallShelf& through() const { return m_through; }
    const WallShelf& within() const { return m_within; }

private:
    std::vector<double> m_heights; ///< where boxes begin and end, ascending
    size_t m_leaves = 1;
    /// Boxes, unmerged, that stand at all heights of a node and not of the node above.
    WallShelf m_through;
    /// Boxes, unmerged, that stand at some height of a node, save those that stand at all heights of a node
    /// above it.
    WallShelf m_within;
};

} // namespace roofrack
