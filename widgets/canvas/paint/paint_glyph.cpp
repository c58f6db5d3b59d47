// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_glyph.h"

#include <QPainter>
#include <QPainterPath>

namespace roofrack {

namespace {

/// Air of the room.
void fan(QPainter& painter, const QColor& colour) {
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
}

QPainterPath drop(double x, double top, double height) {
    const double r = 0.36 * height, middle = top + height - r;
    QPainterPath path;
    path.moveTo(x, top);
    path.cubicTo(x + 0.45 * r, top + 0.28 * height, x + r, middle - 0.55 * r, x + r, middle);
    path.arcTo(QRectF(x - r, middle - r, 2 * r, 2 * r), 0, -180);
    path.cubicTo(x - r, middle - 0.55 * r, x - 0.45 * r, top + 0.28 * height, x, top);
    return path;
}

/// A coil in a door at the back of the rack.
void coil(QPainter& painter) {
    painter.drawRoundedRect(QRectF(2.5, 1.5, 11, 13), 1.5, 1.5);
    QPainterPath path(QPointF(5, 4.2));
    path.lineTo(10, 4.2);
    path.arcTo(QRectF(8.9, 4.2, 2.5, 2.5), 90, -180);
    path.lineTo(6, 6.7);
    path.arcTo(QRectF(4.7, 6.7, 2.5, 2.5), 90, 180);
    path.lineTo(10, 9.2);
    path.arcTo(QRectF(8.9, 9.2, 2.5, 2.5), 90, -180);
    path.lineTo(5, 11.7);
    painter.drawPath(path);
}

/// Warm water or air to the outside: a chiller's snowflake.
void flake(QPainter& painter) {
    for (int arm = 0; arm < 6; ++arm) {
        painter.save();
        painter.translate(8, 8);
        painter.rotate(60.0 * arm);
        painter.drawLine(QPointF(0, 0), QPointF(0, -6.5));
        painter.drawPolyline(QPolygonF({{-1.9, -6}, {0, -4.2}, {1.9, -6}}));
        painter.restore();
    }
}

/// A drop for liquid; where the room's air takes it from there, with the air beside it.
void liquid(QPainter& painter, bool to_air, const QColor& colour) {
    if (!to_air) return painter.fillPath(drop(8, 1, 14), colour);
    painter.fillPath(drop(4.8, 2.5, 11), colour);
    for (const double y : {4.5, 8.0, 11.5}) {
        QPainterPath wave(QPointF(10.2, y));
        wave.cubicTo(11.6, y - 1.8, 13, y + 1.8, 14.6, y);
        painter.drawPath(wave);
    }
}

} // namespace

void paint_glyph(QPainter& painter, ElementKind kind, CoolingKind cooling, const QRectF& area,
                 const QColor& colour) {
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
    case ElementKind::cooling:
        switch (cooling) {
        case CoolingKind::room_air: fan(painter, colour); break;
        case CoolingKind::rear_door: coil(painter); break;
        case CoolingKind::liquid: liquid(painter, false, colour); break;
        case CoolingKind::liquid_to_air: liquid(painter, true, colour); break;
        case CoolingKind::plant: flake(painter); break;
        }
        break;
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
