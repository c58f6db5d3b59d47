// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include <vector>

namespace roofrack {

/// Where a frame under the hand comes to rest.
struct Snap {
    QPointF delta;              ///< to be added to the frame
    std::vector<QLineF> guides; ///< along common edges and centres, and across equal gaps
};

/// Draws `frame` to edges, centres and equal gaps of the `others` within `reach`, else to the grid of 8.
/// Canvas units. Each axis on its own.
Snap snap_frame(const QRectF& frame, const std::vector<QRectF>& others, double reach);

} // namespace roofrack
