// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/contour.h"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace roofrack {

namespace {

struct Corner {
    QPointF at;
    double value = 0;
    size_t index = 0; ///< in ContourGrid::values
};

/// The corners that have a value, in order around the cell.
std::vector<Corner> corners_of(const ContourGrid& grid, size_t i, size_t k) {
    std::vector<Corner> out;
    for (const auto& [di, dk] : {std::pair{size_t{0}, size_t{0}}, {1, 0}, {1, 1}, {0, 1}}) {
        const double value = grid.at(i + di, k + dk);
        if (std::isfinite(value))
            out.push_back({{grid.x[i + di], grid.y[k + dk]}, value, (i + di) * grid.y.size() + k + dk});
    }
    return out;
}

QPointF between(const Corner& a, const Corner& b, double value) {
    return a.at + (b.at - a.at) * ((value - a.value) / (b.value - a.value));
}

/// Where a line crosses a side: the crossings at its ends, so that neighbours find each other.
using Side = std::pair<size_t, size_t>;
struct Piece {
    Side from, to;
    QPointF start, end;
};

void add_pieces(const std::vector<Corner>& corners, double value, std::vector<Piece>& out) {
    std::vector<std::pair<Side, QPointF>> crossings;
    for (size_t n = 0; n < corners.size(); ++n) {
        const Corner &a = corners[n], &b = corners[(n + 1) % corners.size()];
        if ((a.value < value) == (b.value < value)) continue;
        crossings.push_back({std::minmax(a.index, b.index), between(a, b, value)});
    }
    const auto add = [&](size_t a, size_t b) {
        out.push_back({crossings[a].first, crossings[b].first, crossings[a].second, crossings[b].second});
    };
    if (crossings.size() == 2) add(0, 1);
    if (crossings.size() != 4) return;
    // A saddle: the corners that are alike in the middle stay together.
    double mean = 0;
    for (const Corner& corner : corners) mean += corner.value / 4;
    const bool first_stands_alone = (corners[0].value < value) != (mean < value);
    if (first_stands_alone) {
        add(3, 0);
        add(1, 2);
    } else {
        add(0, 1);
        add(2, 3);
    }
}

/// Follows the pieces from one side on, until there is none or they come back.
QPolygonF follow(std::multimap<Side, size_t>& ends, const std::vector<Piece>& pieces, std::vector<bool>& used,
                 size_t first, bool forwards) {
    QPolygonF out;
    Side side = forwards ? pieces[first].to : pieces[first].from;
    out << (forwards ? pieces[first].start : pieces[first].end)
        << (forwards ? pieces[first].end : pieces[first].start);
    used[first] = true;
    for (bool found = true; found;) {
        found = false;
        const auto [begin, end] = ends.equal_range(side);
        for (auto it = begin; it != end && !found; ++it) {
            if (used[it->second]) continue;
            const Piece& next = pieces[it->second];
            const bool along = next.from == side;
            out << (along ? next.end : next.start);
            side = along ? next.to : next.from;
            used[it->second] = found = true;
        }
    }
    return out;
}

/// What of the polygon has at least (at most) the value.
std::vector<Corner> cut(const std::vector<Corner>& polygon, double value, bool above) {
    std::vector<Corner> out;
    const auto inside = [&](const Corner& corner) {
        return above ? corner.value >= value : corner.value <= value;
    };
    for (size_t n = 0; n < polygon.size(); ++n) {
        const Corner &a = polygon[n], &b = polygon[(n + 1) % polygon.size()];
        if (inside(a)) out.push_back(a);
        if (inside(a) != inside(b)) out.push_back({between(a, b, value), value, 0});
    }
    return out;
}

} // namespace

std::vector<QPolygonF> contour_lines(const ContourGrid& grid, double value) {
    std::vector<Piece> pieces;
    for (size_t i = 0; i + 1 < grid.x.size(); ++i)
        for (size_t k = 0; k + 1 < grid.y.size(); ++k)
            if (const auto corners = corners_of(grid, i, k); corners.size() >= 3)
                add_pieces(corners, value, pieces);
    std::multimap<Side, size_t> ends;
    for (size_t n = 0; n < pieces.size(); ++n) {
        ends.emplace(pieces[n].from, n);
        ends.emplace(pieces[n].to, n);
    }
    std::vector<QPolygonF> out;
    std::vector<bool> used(pieces.size(), false);
    // Open lines from their ends, then what is closed.
    for (const bool closed : {false, true})
        for (size_t n = 0; n < pieces.size(); ++n) {
            if (used[n]) continue;
            if (closed || ends.count(pieces[n].from) == 1)
                out.push_back(follow(ends, pieces, used, n, true));
            else if (ends.count(pieces[n].to) == 1)
                out.push_back(follow(ends, pieces, used, n, false));
        }
    return out;
}

std::vector<QPolygonF> contour_areas(const ContourGrid& grid, double low, double high) {
    std::vector<QPolygonF> out;
    for (size_t i = 0; i + 1 < grid.x.size(); ++i)
        for (size_t k = 0; k + 1 < grid.y.size(); ++k) {
            const auto corners = corners_of(grid, i, k);
            if (corners.size() < 3) continue;
            QPolygonF area;
            for (const Corner& corner : cut(cut(corners, low, true), high, false)) area << corner.at;
            if (area.size() >= 3) out.push_back(std::move(area));
        }
    return out;
}

} // namespace roofrack
