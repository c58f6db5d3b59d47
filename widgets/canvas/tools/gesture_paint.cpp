// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/gesture_paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

QPen thin(const QColor& colour, double width, Qt::PenStyle line = Qt::SolidLine) {
    QPen pen(colour, width, line);
    pen.setCosmetic(true);
    return pen;
}

} // namespace

void paint_target(QPainter& painter, const QRectF& frame, bool legal, const PainterStyle& style) {
    const QColor colour = legal ? style.theme.accent : style.theme.warning;
    QColor fill = colour;
    fill.setAlphaF(0.08f);
    painter.setPen(thin(colour, 2));
    painter.setBrush(fill);
    painter.drawRoundedRect(frame.adjusted(-3, -3, 3, 3), 5, 5);
}

void paint_outline(QPainter& painter, const QRectF& frame, const PainterStyle& style) {
    QColor fill = style.theme.accent;
    fill.setAlphaF(0.08f);
    painter.setPen(thin(style.theme.accent, 1));
    painter.setBrush(fill);
    painter.drawRect(frame);
}

void paint_guides(QPainter& painter, const std::vector<QLineF>& guides, const PainterStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false); // one sharp pixel
    painter.setPen(thin(style.theme.accent, 1));
    for (const QLineF& guide : guides) painter.drawLine(guide);
    painter.restore();
}

void paint_hint(QPainter& painter, const QPointF& pointer, const QString& text, bool legal,
                const PainterStyle& style, const QRectF& view) {
    if (text.isEmpty()) return;
    const QTransform to_view = painter.worldTransform();
    const QRectF port = to_view.mapRect(view);
    painter.save();
    painter.resetTransform();
    painter.setFont(style.body);
    const QFontMetricsF metrics(style.body);
    const double width = std::min(metrics.horizontalAdvance(text), std::max(port.width() - 32, 48.0));
    QRectF chip(to_view.map(pointer) + QPointF(18, 20), QSizeF(width + 16, metrics.height() + 8));
    const double rightmost = std::max(port.left() + 4, port.right() - chip.width() - 4);
    chip.moveLeft(std::clamp(chip.left(), port.left() + 4, rightmost));
    if (chip.bottom() > port.bottom() - 4) chip.moveBottom(to_view.map(pointer).y() - 12);
    const QColor colour = legal ? style.theme.accent : style.theme.warning;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(style.theme.raised);
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(legal ? style.theme.text : style.theme.warning);
    painter.drawText(chip.adjusted(8, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, width + 1));
    painter.restore();
}

} // namespace roofrack
