// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/route_line.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double rounding = 8; ///< rounding of corners
constexpr int curve_pieces = 16;

QPointF on_curve(const QPolygonF& c, double t) {
    const double s = 1 - t;
    return s * s * s * c[0] + 3 * s * s * t * c[1] + 3 * s * t * t * c[2] + t * t * t * c[3];
}

} // namespace

QPainterPath path_of(const LinkRoute& route) {
    const QPolygonF& corners = route.corners;
    QPainterPath path;
    if (corners.isEmpty()) return path;
    path.moveTo(corners.front());
    if (route.curved && corners.size() == 4) {
        path.cubicTo(corners[1], corners[2], corners[3]);
        return path;
    }
    for (qsizetype i = 1; i + 1 < corners.size(); ++i) {
        const QPointF &before = corners[i - 1], &here = corners[i], &after = corners[i + 1];
        const double in = (here - before).manhattanLength(), out = (after - here).manhattanLength();
        const double radius = std::min({rounding, in / 2, out / 2});
        if (radius <= 0) continue;
        path.lineTo(here + (before - here) * (radius / in));
        path.quadTo(here, here + (after - here) * (radius / out));
    }
    path.lineTo(corners.back());
    return path;
}

QPolygonF flattened(const LinkRoute& route) {
    if (!route.curved || route.corners.size() != 4) return route.corners;
    const QPolygonF& c = route.corners;
    const auto same = [](double a, double b) { return std::abs(a - b) < 0.5; };
    if ((same(c[0].x(), c[3].x()) && same(c[0].x(), c[1].x())) ||
        (same(c[0].y(), c[3].y()) && same(c[0].y(), c[1].y())))
        return {{c[0], c[3]}};
    QPolygonF line;
    line.reserve(curve_pieces + 1);
    for (int i = 0; i <= curve_pieces; ++i) line << on_curve(c, static_cast<double>(i) / curve_pieces);
    return line;
}

} // namespace roofrack
