// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/paint_glyph.h"

#include <QPainter>
#include <QPainterPath>

namespace roofrack {

void paint_glyph(QPainter& painter, ElementKind kind, const QRectF& area, const QColor& colour) {
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(area.width() / 16, area.height() / 16);
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (kind) {
    case ElementKind::feed: {
        painter.setBrush(colour);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF({{9, 1}, {3, 9}, {7.2, 9}, {6.4, 15}, {13, 6.6}, {8.6, 6.6}}));
        break;
    }
    case ElementKind::cooling: {
        painter.drawEllipse(QRectF(1.5, 1.5, 13, 13));
        for (int blade = 0; blade < 3; ++blade) {
            painter.save();
            painter.translate(8, 8);
            painter.rotate(120.0 * blade);
            QPainterPath path;
            path.moveTo(0, 0);
            path.cubicTo(1, -3, 4.5, -4.5, 2, -5.2);
            path.cubicTo(0, -5.6, -1.6, -3, 0, 0);
            painter.fillPath(path, colour);
            painter.restore();
        }
        break;
    }
    case ElementKind::storage:
        painter.drawEllipse(QRectF(2, 1.5, 12, 4));
        painter.drawLine(QPointF(2, 3.5), QPointF(2, 12.5));
        painter.drawLine(QPointF(14, 3.5), QPointF(14, 12.5));
        painter.drawArc(QRectF(2, 6, 12, 4), 180 * 16, 180 * 16);
        painter.drawArc(QRectF(2, 10.5, 12, 4), 180 * 16, 180 * 16);
        break;
    default: break;
    }
    painter.restore();
}

} // namespace roofrack
