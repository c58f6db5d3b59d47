// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/paint_ground.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

namespace roofrack {

void paint_ground(QPainter& painter, const QRectF& exposed, double zoom, const Theme& theme) {
    painter.fillRect(exposed, theme.window);
    double step = 24;
    while (step * zoom < 16) step *= 4;
    QList<QPointF> dots;
    for (double x = std::ceil(exposed.left() / step) * step; x < exposed.right(); x += step)
        for (double y = std::ceil(exposed.top() / step) * step; y < exposed.bottom(); y += step)
            dots.emplace_back(x, y);
    QPen pen(theme.line, 1.5, Qt::SolidLine, Qt::RoundCap);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawPoints(dots.constData(), static_cast<int>(dots.size()));
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
