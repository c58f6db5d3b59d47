// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/drop_ghost.h"

#include "widgets/canvas/paint/paint_element.h"
#include "widgets/canvas/tools/gesture_paint.h"

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
    ElementStyle element_style;
    element_style.fill = theme.part(StepPart::compute);
    if (!legal) element_style.frame = theme.warning;
    painter.setOpacity(legal ? 0.7 : 0.45);
    paint_element(painter, ghost.drawn, element_style, style,
                  {.zoom = std::max(painter.worldTransform().m11(), 0.5), .device = 0});
    painter.setOpacity(1);
    painter.setPen(outline(legal ? theme.accent : theme.warning, legal ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(legal ? QBrush(Qt::NoBrush) : QBrush(with_alpha(theme.warning, 0.16)));
    painter.drawRoundedRect(ghost.drawn.rect, 4, 4);
    painter.restore();
    paint_hint(painter, ghost.pointer, ghost.text, legal, style, view);
}

} // namespace roofrack
