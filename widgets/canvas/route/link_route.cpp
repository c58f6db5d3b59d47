// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/link_route.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

double spread(const QRectF& box, double side_position) {
    return box.center().x() + side_position * 0.36 * box.width();
}

} // namespace

QPainterPath network_route(const QRectF& from, const QRectF& to, double from_side_position,
                           double to_side_position) {
    const bool from_above = from.bottom() + diagram_measure::least_gap <= to.top();
    const bool to_above = to.bottom() + diagram_measure::least_gap <= from.top();
    QPainterPath path;
    if (from_above || to_above) {
        const QRectF& upper = from_above ? from : to;
        const QRectF& lower = from_above ? to : from;
        const QPointF start(spread(upper, from_above ? from_side_position : to_side_position),
                            upper.bottom());
        const QPointF end(spread(lower, from_above ? to_side_position : from_side_position), lower.top());
        const double bend = std::max(12.0, (end.y() - start.y()) * 0.55);
        path.moveTo(start);
        path.cubicTo(start + QPointF(0, bend), end - QPointF(0, bend), end);
        return path;
    }
    const bool rightwards = from.center().x() <= to.center().x();
    const QPointF start(rightwards ? from.right() : from.left(), from.center().y());
    const QPointF end(rightwards ? to.left() : to.right(), to.center().y());
    const double bend = std::max(16.0, std::abs(end.x() - start.x()) * 0.45) * (rightwards ? 1 : -1);
    path.moveTo(start);
    path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
    return path;
}

double link_width(std::optional<ByteRate> bandwidth) {
    if (!bandwidth || bandwidth->si() <= 0) return 1.5;
    constexpr double hundred_gigabit = 12.5e9;
    return std::clamp(1.5 + 0.75 * std::log2(bandwidth->si() / hundred_gigabit), 1.5, 6.0);
}

} // namespace roofrack
