// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <cmath>

namespace roofrack {

/// Distance between two lines of the grid to which elements snap, in canvas units.
inline constexpr double canvas_grid = 8;

/// The place on the grid that is nearest to a coordinate.
inline double to_grid(double value) { return std::round(value / canvas_grid) * canvas_grid; }
inline QPointF to_grid(const QPointF& point) { return {to_grid(point.x()), to_grid(point.y())}; }

/// The least length on the grid that is not below `value`.
inline double up_to_grid(double value) { return std::ceil(value / canvas_grid) * canvas_grid; }

} // namespace roofrack
