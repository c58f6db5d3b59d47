// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/ways.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

bool is_free(const Way& way, const FreeSpace& space, const RouteEnds& ends, bool around_containers) {
    for (size_t i = 1; i < way.size; ++i)
        if (!space.is_free(way.corners[i - 1], way.corners[i], ends, around_containers)) return false;
    return true;
}

namespace {

bool is_around_containers(const Way& way, const FreeSpace& space, const RouteEnds& ends) {
    for (size_t i = 1; i < way.size; ++i)
        if (!space.is_around_containers(way.corners[i - 1], way.corners[i], ends)) return false;
    return true;
}

} // namespace

/// Adds a way; corners at which it does not turn are left out.
void Ways::add(std::initializer_list<QPointF> corners) {
    constexpr double turn = 24; // a bend is as bad as so much length
    Way way;
    for (const QPointF& point : corners) {
        if (way.size > 0 && (way.corners[way.size - 1] - point).manhattanLength() < 0.5) continue;
        if (way.size > 1) {
            const QPointF &a = way.corners[way.size - 2], &b = way.corners[way.size - 1];
            const bool upright = std::abs(a.x() - b.x()) < 0.01 && std::abs(b.x() - point.x()) < 0.01;
            const bool level = std::abs(a.y() - b.y()) < 0.01 && std::abs(b.y() - point.y()) < 0.01;
            if (upright || level) --way.size;
        }
        way.corners[way.size++] = point;
    }
    for (size_t i = 1; i < way.size; ++i)
        way.cost += turn + (way.corners[i] - way.corners[i - 1]).manhattanLength();
    m_ways.push_back(way);
}

const Way* Ways::first_free(const FreeSpace& space, const RouteEnds& ends) {
    std::stable_sort(m_ways.begin(), m_ways.end(),
                     [](const Way& a, const Way& b) { return a.cost < b.cost; });
    const Way* first = nullptr;
    for (const Way& way : m_ways) {
        if (!is_free(way, space, ends, false)) continue;
        if (is_around_containers(way, space, ends)) return &way;
        if (!first) first = &way;
    }
    return first;
}

QPolygonF polygon(const Way& way) {
    QPolygonF line;
    line.reserve(static_cast<qsizetype>(way.size));
    for (size_t i = 0; i < way.size; ++i) line << way.corners[i];
    return line;
}

} // namespace roofrack
