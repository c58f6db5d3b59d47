// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/wall_index.h"

#include <algorithm>

namespace roofrack {

WallIndex::WallIndex(const WallTree& tree, double clearance, double gap)
    : m_tree(tree)
    , m_clearance(clearance)
    , m_gap(gap)
    , m_through(merged(tree.through()))
    , m_within(merged(tree.within())) {}

WallShelf WallIndex::merged(const WallShelf& boxes) const {
    WallShelf shelf;
    shelf.first.reserve(boxes.first.size());
    shelf.first.push_back(0);
    for (size_t node = 0; node + 1 < boxes.first.size(); ++node) {
        for (const Wall& box : boxes.of(node)) {
            const bool stands = shelf.walls.size() > shelf.first.back();
            if (stands && box.left - m_clearance <= shelf.walls.back().right + m_gap)
                shelf.walls.back().right = std::max(shelf.walls.back().right, box.right);
            else
                shelf.walls.push_back(box);
        }
        shelf.first.push_back(shelf.walls.size());
    }
    return shelf;
}

WallIndex::Walls WallIndex::between(double top, double bottom) const {
    Walls found;
    const auto add = [&](std::span<const Wall> walls) {
        if (!walls.empty()) found.push_back(walls);
    };
    const size_t first = m_tree.place_of(top), last = m_tree.place_of(bottom);
    m_tree.each_node(first, last, [&](size_t node) { add(m_within.of(node)); });
    for (size_t low = m_tree.leaves() + first, high = m_tree.leaves() + last; low > 0; low /= 2, high /= 2) {
        add(m_through.of(low));
        if (high != low) add(m_through.of(high));
    }
    return found;
}

std::optional<Wall> WallIndex::at(std::span<const Wall> walls, double x) const {
    const auto after =
        std::ranges::upper_bound(walls, x, {}, [&](const Wall& wall) { return wall.left - m_clearance; });
    if (after == walls.begin()) return std::nullopt;
    const Wall& nearest = *std::prev(after);
    return nearest.right + m_clearance >= x ? std::optional(nearest) : std::nullopt;
}

} // namespace roofrack
