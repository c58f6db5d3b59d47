// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/wall_index.h"

#include <algorithm>
#include <bit>

namespace roofrack {

WallIndex::WallIndex(const std::vector<SpatialGrid::Entry>& boxes, double clearance, double gap)
    : m_clearance(clearance)
    , m_gap(gap) {
    for (const SpatialGrid::Entry& box : boxes)
        m_heights.insert(m_heights.end(), {box.area.top(), box.area.bottom()});
    std::ranges::sort(m_heights);
    m_heights.erase(std::unique(m_heights.begin(), m_heights.end()), m_heights.end());
    m_leaves = std::bit_ceil(2 * m_heights.size() + 1);
    Standing through, within;
    for (const SpatialGrid::Entry& box : boxes) {
        const Wall wall{box.area.left(), box.area.right()};
        std::vector<size_t> above;
        each_node(place_of(box.area.top()), place_of(box.area.bottom()), [&](size_t node) {
            through.push_back({node, wall});
            for (size_t up = node; up > 0; up /= 2) above.push_back(up);
        });
        std::ranges::sort(above);
        above.erase(std::unique(above.begin(), above.end()), above.end());
        for (const size_t node : above) within.push_back({node, wall});
    }
    m_through = merged(std::move(through));
    m_within = merged(std::move(within));
}

/// Odd: one of the heights; even: between two of them, or beyond all.
size_t WallIndex::place_of(double height) const {
    const auto next = std::ranges::lower_bound(m_heights, height);
    const auto index = static_cast<size_t>(next - m_heights.begin());
    return 2 * index + (next != m_heights.end() && *next == height);
}

/// The fewest nodes that make up the places from `first` to `last`.
template<class Visit>
void WallIndex::each_node(size_t first, size_t last, Visit&& visit) const {
    for (size_t low = m_leaves + first, high = m_leaves + last + 1; low < high; low /= 2, high /= 2) {
        if (low % 2) visit(low++);
        if (high % 2) visit(--high);
    }
}

WallIndex::Shelf WallIndex::merged(Standing standing) const {
    std::ranges::sort(standing, {}, [](const auto& one) { return std::pair(one.first, one.second.left); });
    Shelf shelf;
    shelf.first.assign(2 * m_leaves + 1, 0);
    size_t last_node = 0;
    for (const auto& [node, wall] : standing) {
        if (node == last_node && wall.left - m_clearance <= shelf.walls.back().right + m_gap) {
            shelf.walls.back().right = std::max(shelf.walls.back().right, wall.right);
            continue;
        }
        shelf.walls.push_back(wall);
        ++shelf.first[node + 1];
        last_node = node;
    }
    for (size_t node = 1; node < shelf.first.size(); ++node) shelf.first[node] += shelf.first[node - 1];
    return shelf;
}

WallIndex::Walls WallIndex::between(double top, double bottom) const {
    Walls found;
    const auto add = [&](std::span<const Wall> walls) {
        if (!walls.empty()) found.push_back(walls);
    };
    const size_t first = place_of(top), last = place_of(bottom);
    each_node(first, last, [&](size_t node) { add(m_within.of(node)); });
    for (size_t low = m_leaves + first, high = m_leaves + last; low > 0; low /= 2, high /= 2) {
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
