// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/wall_tree.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace roofrack {
namespace {

/// Each at a node, from left to right.
using Standing = std::vector<std::pair<size_t, Wall>>;

WallShelf by_node(const Standing& standing, size_t nodes) {
    WallShelf shelf;
    shelf.first.assign(nodes + 1, 0);
    for (const auto& [node, wall] : standing) ++shelf.first[node + 1];
    for (size_t node = 1; node < shelf.first.size(); ++node) shelf.first[node] += shelf.first[node - 1];
    std::vector<size_t> next(shelf.first.begin(), shelf.first.end() - 1);
    shelf.walls.resize(standing.size());
    for (const auto& [node, wall] : standing) shelf.walls[next[node]++] = wall;
    return shelf;
}

} // namespace

WallTree::WallTree(std::span<const QRectF> boxes) {
    m_heights.reserve(2 * boxes.size());
    for (const QRectF& box : boxes) m_heights.insert(m_heights.end(), {box.top(), box.bottom()});
    std::ranges::sort(m_heights);
    m_heights.erase(std::unique(m_heights.begin(), m_heights.end()), m_heights.end());
    m_leaves = std::bit_ceil(2 * m_heights.size() + 1);
    std::vector<const QRectF*> from_left;
    from_left.reserve(boxes.size());
    for (const QRectF& box : boxes) from_left.push_back(&box);
    std::ranges::sort(from_left, {}, [](const QRectF* box) { return box->left(); });
    Standing through, within;
    std::vector<size_t> above;
    for (const QRectF* box : from_left) {
        const Wall wall{box->left(), box->right()};
        above.clear();
        each_node(place_of(box->top()), place_of(box->bottom()), [&](size_t node) {
            through.push_back({node, wall});
            for (size_t up = node; up > 0; up /= 2) above.push_back(up);
        });
        std::ranges::sort(above);
        above.erase(std::unique(above.begin(), above.end()), above.end());
        for (const size_t node : above) within.push_back({node, wall});
    }
    m_through = by_node(through, 2 * m_leaves);
    m_within = by_node(within, 2 * m_leaves);
}

size_t WallTree::place_of(double height) const {
    const auto next = std::ranges::lower_bound(m_heights, height);
    const auto index = static_cast<size_t>(next - m_heights.begin());
    return 2 * index + (next != m_heights.end() && *next == height);
}

} // namespace roofrack
