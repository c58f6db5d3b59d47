// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QPainter>

namespace roofrack {

/// The sign of a severity, 8 px wide around `centre`. Shape as well as colour: critical is a square, a
/// warning a triangle, the rest a disc.
inline void paint_severity(QPainter& painter, QPointF centre, Severity severity, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const double x = centre.x(), y = centre.y();
    if (severity == Severity::critical)
        painter.drawRect(QRectF(x - 4, y - 4, 8, 8));
    else if (severity == Severity::warning)
        painter.drawPolygon(QPolygonF({{x - 4.6, y + 4}, {x + 4.6, y + 4}, {x, y - 4.4}}));
    else
        painter.drawEllipse(centre, 3.5, 3.5);
    painter.restore();
}

} // namespace roofrack
