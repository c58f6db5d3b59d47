// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/drawing_text.h"

#include "canvas/text_placer.h"

#include <QFontMetricsF>
#include <QPainter>

#include <array>
#include <cmath>

namespace roofrack {

DrawingText DrawingText::make(const Diagram& drawing, const Looks& looks, const PainterStyle& style,
                              double zoom) {
    return TextPlacer(drawing, looks, style, zoom).run();
}

void DrawingText::paint(QPainter& painter, const PainterStyle& style, const QRectF& exposed) const {
    const std::array<const QFont*, 3> fonts{&style.body, &style.strong, &style.secondary};
    std::array<double, 3> ascents;
    for (size_t i = 0; i < fonts.size(); ++i) ascents[i] = QFontMetricsF(*fonts[i]).ascent();
    const QTransform view = painter.worldTransform();
    const double zoom = view.m11();
    const double dots = painter.device()->devicePixelRatioF();
    constexpr double beside = 3; // px of ground around a word
    for (const DrawnText& text : m_texts) {
        if (!text.area.adjusted(-8, -8, 8, 8).intersects(exposed)) continue;
        if (text.ground.isValid()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(text.ground);
            const double margin = beside * text.scale;
            painter.drawRoundedRect(text.area.adjusted(-margin, 0, margin, 0), margin, margin);
        }
        const auto role = static_cast<size_t>(text.role);
        const double size = text.scale * zoom;
        // The line starts on a whole dot: its letters stay sharp.
        QPointF at = view.map(text.area.topLeft() + QPointF(0, ascents[role] * text.scale));
        at = {std::round(at.x() * dots) / dots, std::round(at.y() * dots) / dots};
        painter.setWorldTransform(QTransform(size, 0, 0, size, at.x(), at.y()));
        painter.setFont(*fonts[role]);
        painter.setPen(text.colour);
        painter.drawText(QPointF(), text.text);
        painter.setWorldTransform(view);
    }
}

} // namespace roofrack
