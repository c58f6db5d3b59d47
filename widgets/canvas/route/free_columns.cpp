// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/free_columns.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double widest_wall =
    64 * 117;                  ///< canvas units, so many racks beside each other: a wider one is crossed
constexpr int most_walls = 64; ///< behind each other

/// Without those heights, at an end of the stretch, where a box of the link itself stands.
void leave_out(const QRectF& own, double& top, double& bottom) {
    if (own.top() > bottom || own.bottom() < top) return;
    if (own.top() <= top)
        top = std::nextafter(own.bottom(), HUGE_VAL);
    else
        bottom = std::nextafter(own.top(), -HUGE_VAL);
}

} // namespace

const WallIndex& FreeColumns::walls(double gap) {
    const auto known = m_walls.find(gap);
    if (known != m_walls.end()) return known->second;
    if (!m_tree) m_tree.emplace(m_space.areas());
    return m_walls.emplace(gap, WallIndex(*m_tree, diagram_measure::clearance, gap)).first->second;
}

std::vector<double> FreeColumns::nearest(double x, double high, double low, const RouteEnds& ends,
                                         double gap) {
    using diagram_measure::clearance;
    if (m_space.is_free(QPointF(x, high), QPointF(x, low), ends, false)) return {x};
    const Heights all{high - clearance, low + clearance};
    Heights others = all;
    for (const int end : {ends.from, ends.to})
        leave_out(m_space.areas()[static_cast<size_t>(end)], others.top, others.bottom);
    const WallIndex& index = walls(gap);
    const WallIndex::Walls in_the_way =
        others.top <= others.bottom ? index.between(others.top, others.bottom) : WallIndex::Walls();
    std::vector<double> found;
    for (const bool rightwards : {false, true})
        if (const auto free = beside(x, all, others, ends, rightwards, index, in_the_way, gap))
            found.push_back(*free);
    return found;
}

std::optional<double> FreeColumns::beside(double x, const Heights& all, const Heights& others,
                                          const RouteEnds& ends, bool rightwards, const WallIndex& index,
                                          const WallIndex::Walls& walls, double gap) const {
    using diagram_measure::clearance;
    const double start = x;
    for (int i = 0; i < most_walls && std::abs(x - start) <= widest_wall; ++i) {
        double passed = x;
        const auto pass = [&](double left, double right) {
            m_space.count_looks(1);
            passed = rightwards ? std::max(passed, right + gap) : std::min(passed, left - gap);
        };
        for (const auto& list : walls)
            if (const auto wall = index.at(list, x)) pass(wall->left, wall->right);
        const auto pass_beside_own = [&](double top, double bottom) {
            if (top > bottom) return;
            m_space.boxes().any({QPointF(x - clearance, top), QPointF(x + clearance, bottom)},
                                [&](const SpatialGrid::Entry& entry) {
                                    if (entry.item != ends.from && entry.item != ends.to)
                                        pass(entry.area.left(), entry.area.right());
                                    return false; // all of them
                                });
        };
        if (others.top > all.top) pass_beside_own(all.top, std::min(others.top, all.bottom));
        if (others.bottom < all.bottom) pass_beside_own(std::max(others.bottom, all.top), all.bottom);
        if (passed == x) return x;
        x = passed;
    }
    return std::nullopt;
}

} // namespace roofrack
