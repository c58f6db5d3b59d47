// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/drop_ghost.h"

#include "widgets/canvas/paint/paint_element.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

QColor with_alpha(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QPen outline(const QColor& colour, Qt::PenStyle style = Qt::SolidLine) {
    QPen pen(colour, 2, style);
    pen.setCosmetic(true);
    return pen;
}

void paint_text(QPainter& painter, const DropGhost& ghost, const PainterStyle& style, const QRectF& view) {
    if (ghost.text.isEmpty()) return;
    const Theme& theme = style.theme;
    const QTransform to_view = painter.worldTransform();
    const QRectF port = to_view.mapRect(view);
    painter.save();
    painter.resetTransform();
    painter.setFont(style.body);
    const QFontMetricsF metrics(style.body);
    const double width = std::min(metrics.horizontalAdvance(ghost.text), std::max(port.width() - 32, 48.0));
    QRectF chip(to_view.map(ghost.pointer) + QPointF(18, 20), QSizeF(width + 16, metrics.height() + 8));
    chip.moveLeft(
        std::clamp(chip.left(), port.left() + 4, std::max(port.left() + 4, port.right() - chip.width() - 4)));
    if (chip.bottom() > port.bottom() - 4) chip.moveBottom(to_view.map(ghost.pointer).y() - 12);
    const QColor colour = ghost.landing.is_legal() ? theme.accent : theme.warning;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(ghost.landing.is_legal() ? theme.text : theme.warning);
    painter.drawText(chip.adjusted(8, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(ghost.text, Qt::ElideRight, width + 1));
    painter.restore();
}

} // namespace

void paint_drop_ghost(QPainter& painter, const DropGhost& ghost, const Diagram& drawing,
                      const PainterStyle& style, const QRectF& view) {
    const Theme& theme = style.theme;
    const bool legal = ghost.landing.is_legal();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (const DrawnElement* holder = drawing.find(ghost.landing.container)) {
        const QColor colour = legal ? theme.accent : theme.warning;
        painter.setPen(outline(colour));
        painter.setBrush(with_alpha(colour, 0.08));
        painter.drawRoundedRect(holder->rect.adjusted(-3, -3, 3, 3), 5, 5);
    }
    ElementLook look;
    look.fill = theme.part(StepPart::compute);
    if (!legal) look.frame = theme.warning;
    painter.setOpacity(legal ? 0.7 : 0.45);
    paint_element(painter, ghost.drawn, look, style,
                  {.zoom = std::max(painter.worldTransform().m11(), 0.5), .device = 0});
    painter.setOpacity(1);
    painter.setPen(outline(legal ? theme.accent : theme.warning, legal ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(legal ? QBrush(Qt::NoBrush) : QBrush(with_alpha(theme.warning, 0.16)));
    painter.drawRoundedRect(ghost.drawn.rect, 4, 4);
    painter.restore();
    paint_text(painter, ghost, style, view);
}

} // namespace roofrack
