// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_ground.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

namespace roofrack {

void paint_ground(QPainter& painter, const QRectF& exposed, const DrawScale& scale, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(exposed, theme.window);
    double step = 24;
    while (step * scale.zoom < 16) step *= 4;
    const double dot = scale.line(1.25 / scale.zoom);
    const auto first = [step](double from) { return std::ceil(from / step) * step; };
    for (double y = first(exposed.top() - dot); y < exposed.bottom() + dot; y += step)
        for (double x = first(exposed.left() - dot); x < exposed.right() + dot; x += step)
            painter.fillRect(QRectF(scale.snapped(x - dot / 2), scale.snapped(y - dot / 2), dot, dot),
                             theme.line);
    painter.setRenderHint(QPainter::Antialiasing);
}

void paint_empty_state(QPainter& painter, const QRectF& viewport, const Theme& theme) {
    painter.setFont(theme.font(Theme::Role::strong));
    painter.setPen(theme.secondary);
    const double line = theme.spacing(20);
    const QPointF middle = viewport.center();
    painter.drawText(QRectF(viewport.left(), middle.y() - line, viewport.width(), line), Qt::AlignCenter,
                     QCoreApplication::translate("Canvas", "Nothing is drawn yet"));
    painter.setFont(theme.font(Theme::Role::body));
    painter.setPen(theme.disabled);
    painter.drawText(
        QRectF(viewport.left(), middle.y(), viewport.width(), line), Qt::AlignCenter,
        QCoreApplication::translate("Canvas", "Add a part from the shelf, or start from a template"));
}

} // namespace roofrack
