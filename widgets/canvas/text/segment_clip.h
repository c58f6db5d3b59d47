// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QRectF>

#include <algorithm>
#include <optional>

namespace roofrack {

/// The piece of a straight line that lies in a rectangle; nothing when it passes by.
inline std::optional<QLineF> clipped(const QLineF& line, const QRectF& area) {
    double from = 0, to = 1;
    const auto within = [&](double start, double step, double least, double most) {
        if (step == 0) return start >= least && start <= most;
        const double a = (least - start) / step, b = (most - start) / step;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from <= to;
    };
    if (!within(line.x1(), line.dx(), area.left(), area.right()) ||
        !within(line.y1(), line.dy(), area.top(), area.bottom()))
        return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

} // namespace roofrack
