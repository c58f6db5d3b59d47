// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/detour.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace roofrack {
namespace {

constexpr double turn = 24;    ///< a bend is as bad as so much length
constexpr double crossing = 6; ///< what may be crossed is so much longer

enum Direction : size_t { level, upright };

/// Lines beside the obstacles, where they meet, and what lies between neighbours.
class Lattice {
public:
    Lattice(const DetourEnd& from, const DetourEnd& to, const std::vector<Obstacle>& obstacles, double gap) {
        for (const QPointF& point : {from.out, to.out}) {
            m_xs.push_back(point.x());
            m_ys.push_back(point.y());
        }
        for (const Obstacle& one : obstacles) {
            m_xs.insert(m_xs.end(), {one.area.left() - gap, one.area.right() + gap});
            m_ys.insert(m_ys.end(), {one.area.top() - gap, one.area.bottom() + gap});
        }
        for (auto* lines : {&m_xs, &m_ys}) {
            std::ranges::sort(*lines);
            lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
        }
        for (auto& pieces : m_price) pieces.assign(m_xs.size() * m_ys.size(), 1);
        for (const Obstacle& one : obstacles) close(one);
    }

    size_t nodes() const { return m_xs.size() * m_ys.size(); }
    size_t node(const QPointF& point) const {
        return index(m_ys, point.y()) * m_xs.size() + index(m_xs, point.x());
    }
    QPointF point(size_t node) const { return {m_xs[node % m_xs.size()], m_ys[node / m_xs.size()]}; }

    /// Calls `go(next, cost)` for what can be reached from a node in one step.
    template<typename Go>
    void each_step(size_t node, Direction direction, Go&& go) const {
        const size_t columns = m_xs.size();
        const size_t place = direction == level ? node % columns : node / columns;
        const size_t count = direction == level ? columns : m_ys.size();
        const size_t stride = direction == level ? 1 : columns;
        const auto& lines = direction == level ? m_xs : m_ys;
        if (place + 1 < count)
            go(node + stride, m_price[direction][node] * (lines[place + 1] - lines[place]));
        if (place > 0)
            go(node - stride, m_price[direction][node - stride] * (lines[place] - lines[place - 1]));
    }

private:
    static size_t index(const std::vector<double>& lines, double value) {
        return static_cast<size_t>(std::ranges::lower_bound(lines, value) - lines.begin());
    }

    void close(const Obstacle& one) {
        const QRectF area = one.area.adjusted(-diagram_measure::clearance, -diagram_measure::clearance,
                                              diagram_measure::clearance, diagram_measure::clearance);
        const double price = one.is_solid ? std::numeric_limits<double>::infinity() : crossing;
        const auto inside = [](const std::vector<double>& lines, double low, double high) {
            return std::pair(static_cast<size_t>(std::ranges::upper_bound(lines, low) - lines.begin()),
                             static_cast<size_t>(std::ranges::lower_bound(lines, high) - lines.begin()));
        };
        const auto [left, right] = inside(m_xs, area.left(), area.right());
        const auto [top, bottom] = inside(m_ys, area.top(), area.bottom());
        const auto raise = [&](Direction direction, size_t row, size_t column) {
            double& now = m_price[direction][row * m_xs.size() + column];
            now = std::max(now, price);
        };
        // A piece is kept with its left or upper end: one before the first inside leads into it.
        for (size_t row = top; row < bottom; ++row)
            for (size_t column = left > 0 ? left - 1 : 0; column < right; ++column) raise(level, row, column);
        for (size_t row = top > 0 ? top - 1 : 0; row < bottom; ++row)
            for (size_t column = left; column < right; ++column) raise(upright, row, column);
    }

    std::vector<double> m_xs, m_ys;
    std::vector<double> m_price[2]; ///< price of a unit of length, by direction and first node
};

} // namespace

QPolygonF detour(const DetourEnd& from, const DetourEnd& to, const std::vector<Obstacle>& obstacles,
                 double gap) {
    const Lattice lattice(from, to, obstacles, gap);
    const auto direction_of = [](const DetourEnd& end) {
        return end.at.x() == end.out.x() ? upright : level;
    };
    const auto state = [](size_t node, Direction direction) { return 2 * node + direction; };
    const size_t first = state(lattice.node(from.out), direction_of(from)),
                 last = state(lattice.node(to.out), direction_of(to));
    std::vector<double> costs(2 * lattice.nodes(), std::numeric_limits<double>::infinity());
    std::vector<size_t> before(costs.size(), first);
    using Open = std::pair<double, size_t>; // the least that a way through it costs
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    const auto reach = [&](size_t next, double cost, size_t by) {
        if (!(cost < costs[next])) return;
        costs[next] = cost;
        before[next] = by;
        open.emplace(cost + (lattice.point(next / 2) - to.out).manhattanLength(), next);
    };
    reach(first, 0, first);
    while (!open.empty() && open.top().second != last) {
        const auto [least, at] = open.top();
        open.pop();
        const size_t node = at / 2;
        if (least > costs[at] + (lattice.point(node) - to.out).manhattanLength())
            continue; // a worse way to it
        const auto direction = static_cast<Direction>(at % 2);
        reach(state(node, direction == level ? upright : level), costs[at] + turn, at);
        lattice.each_step(node, direction, [&](size_t next, double cost) {
            reach(state(next, direction), costs[at] + cost, at);
        });
    }
    if (open.empty()) return {};
    QPolygonF way{{to.at}};
    const auto add = [&](const QPointF& point) {
        if (way.back() == point) return;
        const qsizetype size = way.size();
        const auto turns_nowhere = [&](auto along) {
            return size > 1 && along(way[size - 2]) == along(way[size - 1]) &&
                   along(way[size - 1]) == along(point);
        };
        if (turns_nowhere([](const QPointF& p) { return p.x(); }) ||
            turns_nowhere([](const QPointF& p) { return p.y(); }))
            way.removeLast();
        way << point;
    };
    for (size_t at = last; at != first; at = before[at]) add(lattice.point(at / 2));
    add(from.out);
    add(from.at);
    std::reverse(way.begin(), way.end());
    return way;
}

} // namespace roofrack
