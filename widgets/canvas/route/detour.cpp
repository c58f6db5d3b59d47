// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/detour.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace roofrack {
namespace {

constexpr double turn = 24;    ///< a bend is as bad as so much length
constexpr double crossing = 6; ///< what may be crossed is so much longer

enum Direction : std::uint64_t { level, upright };

/// A point of a lattice and the direction in which a way passes it: row, column and direction in one number,
/// in this order, so that neighbours are found without a division.
using State = std::uint64_t;
constexpr State one_right = 2, one_down = State(1) << 32;

State state_at(size_t row, size_t column, Direction direction) {
    return row * one_down + column * one_right + direction;
}
size_t lattice_row(State state) { return static_cast<size_t>(state / one_down); }
size_t lattice_column(State state) { return static_cast<size_t>(state % one_down / one_right); }
Direction direction_of(State state) { return static_cast<Direction>(state % 2); }

/// Lines beside the obstacles, where they meet, and what lies between neighbours.
class Lattice {
public:
    Lattice(const DetourEnd& from, const DetourEnd& to, const std::vector<Obstacle>& obstacles, double gap) {
        for (auto* lines : {&m_xs, &m_ys}) lines->reserve(2 * (obstacles.size() + 1));
        for (const QPointF& point : {from.out, to.out}) {
            m_xs.push_back(point.x());
            m_ys.push_back(point.y());
        }
        for (const Obstacle& one : obstacles) {
            m_xs.push_back(one.area.left() - gap);
            m_xs.push_back(one.area.right() + gap);
            m_ys.push_back(one.area.top() - gap);
            m_ys.push_back(one.area.bottom() + gap);
        }
        for (auto* lines : {&m_xs, &m_ys}) {
            std::ranges::sort(*lines);
            lines->erase(std::unique(lines->begin(), lines->end()), lines->end());
        }
        for (const double x : m_xs) m_to_x.push_back(std::abs(x - to.out.x()));
        for (const double y : m_ys) m_to_y.push_back(std::abs(y - to.out.y()));
        for (auto& pieces : m_price) pieces.assign(m_xs.size() * m_ys.size(), 1);
        for (const Obstacle& one : obstacles) close(one);
    }

    size_t states() const { return 2 * m_xs.size() * m_ys.size(); }
    /// Its position in a list of all states.
    size_t index(State state) const { return 2 * node(state) + direction_of(state); }
    State state(const QPointF& at, Direction direction) const {
        return state_at(line(m_ys, at.y()), line(m_xs, at.x()), direction);
    }
    QPointF point(State state) const { return {m_xs[lattice_column(state)], m_ys[lattice_row(state)]}; }
    /// The least that lies between it and the end.
    double distance(State state) const { return m_to_x[lattice_column(state)] + m_to_y[lattice_row(state)]; }

    /// Calls `go(next, cost)` for what can be reached in one step without a turn.
    template<typename Go>
    void each_step(State from, Go&& go) const {
        const bool is_level = direction_of(from) == level;
        const size_t place = is_level ? lattice_column(from) : lattice_row(from), at = node(from),
                     stride = is_level ? 1 : m_xs.size();
        const State one = is_level ? one_right : one_down;
        const auto& lines = is_level ? m_xs : m_ys;
        const auto& price = m_price[direction_of(from)];
        if (place + 1 < lines.size()) go(from + one, price[at] * (lines[place + 1] - lines[place]));
        if (place > 0) go(from - one, price[at - stride] * (lines[place] - lines[place - 1]));
    }

private:
    static size_t line(const std::vector<double>& lines, double value) {
        return static_cast<size_t>(std::ranges::lower_bound(lines, value) - lines.begin());
    }
    size_t node(State state) const { return lattice_row(state) * m_xs.size() + lattice_column(state); }

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
    std::vector<double> m_to_x, m_to_y; ///< distance of each line from the end
    std::vector<double> m_price[2];     ///< price of a unit of length, by direction and first node
};

/// States that were reached, the one with the shortest way through it first; of several such ones the first.
class OpenStates {
public:
    bool is_empty() const { return m_heap.empty(); }
    State first() const { return static_cast<State>(m_heap.front()); }
    double least() const { return std::bit_cast<double>(static_cast<std::uint64_t>(m_heap.front() >> 64)); }

    /// `least`: what a way through it costs at least; never negative.
    void add(double least, State state) {
        m_heap.emplace_back();
        lift(m_heap.size() - 1, Key(std::bit_cast<std::uint64_t>(least)) << 64 | state);
    }
    void remove_first() {
        const Key last = m_heap.back();
        m_heap.pop_back();
        const size_t size = m_heap.size();
        if (size == 0) return;
        // The smaller child moves up all the way: which one it is, nobody can foretell, so there is no
        // branch.
        size_t at = 0, child = 1;
        for (; child + 1 < size; child = 2 * at + 1) {
            child += m_heap[child + 1] < m_heap[child];
            m_heap[at] = m_heap[child];
            at = child;
        }
        if (child < size) {
            m_heap[at] = m_heap[child];
            at = child;
        }
        lift(at, last);
    }

private:
    /// Cost and state as one number: the bits of doubles from 0 on are in the order of the doubles.
    __extension__ using Key = unsigned __int128;

    /// Puts it there, or as far above as it belongs.
    void lift(size_t at, Key key) {
        for (size_t above = 0; at > 0 && key < m_heap[above = (at - 1) / 2]; at = above)
            m_heap[at] = m_heap[above];
        m_heap[at] = key;
    }

    std::vector<Key> m_heap;
};

} // namespace

QPolygonF detour(const DetourEnd& from, const DetourEnd& to, const std::vector<Obstacle>& obstacles,
                 double gap) {
    const Lattice lattice(from, to, obstacles, gap);
    const auto leaves = [](const DetourEnd& end) { return end.at.x() == end.out.x() ? upright : level; };
    const State first = lattice.state(from.out, leaves(from)), last = lattice.state(to.out, leaves(to));
    struct Reached {
        double cost = std::numeric_limits<double>::infinity();
        State before = 0;
    };
    std::vector<Reached> reached(lattice.states());
    OpenStates open;
    const auto reach = [&](State next, double cost, State by) {
        Reached& now = reached[lattice.index(next)];
        if (!(cost < now.cost)) return;
        now = {cost, by};
        open.add(cost + lattice.distance(next), next);
    };
    reach(first, 0, first);
    while (!open.is_empty() && open.first() != last) {
        const State at = open.first();
        const double least = open.least(), cost = reached[lattice.index(at)].cost;
        open.remove_first();
        if (least > cost + lattice.distance(at)) continue; // a worse way to it
        reach(at ^ 1, cost + turn, at);
        lattice.each_step(at, [&](State next, double piece) { reach(next, cost + piece, at); });
    }
    if (open.is_empty()) return {};
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
    for (State at = last; at != first; at = reached[lattice.index(at)].before) add(lattice.point(at));
    add(from.out);
    add(from.at);
    std::reverse(way.begin(), way.end());
    return way;
}

} // namespace roofrack
