// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace roofrack {

/// A box with round corners on a raster: straight edges are filled, the corners are pictures made once for
/// each look and zoom. A hundred times as fast as stroking a path, with the same dots.
struct RoundedBox {
    QColor line, fill;
    double radius = 0; ///< dots
    double width = 1;  ///< width of the line, dots

    /// `area` on whole dots of the device, which the painter addresses untransformed. False (nothing painted)
    /// when its corners would meet.
    bool paint(QPainter& painter, const QRectF& area) const;
};

} // namespace roofrack
