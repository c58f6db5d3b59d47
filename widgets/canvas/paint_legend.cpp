// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/paint_legend.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

struct Measure {
    explicit Measure(const Theme& theme)
        : strong(theme.font(Theme::Role::strong))
        , body(theme.font(Theme::Role::secondary))
        , pad(theme.spacing(12))
        , row(QFontMetricsF(body).height() + theme.spacing(4))
        , head(QFontMetricsF(strong).height() + theme.spacing(8))
        , swatch(theme.spacing(12)) {}
    QFont strong, body;
    double pad, row, head, swatch;
};

} // namespace

QSizeF legend_size(const OverlayLegend& legend, const Theme& theme) {
    if (legend.title.isEmpty() || (legend.entries.empty() && legend.ramp.empty())) return {};
    const Measure m(theme);
    const QFontMetricsF text(m.body);
    double width = QFontMetricsF(m.strong).horizontalAdvance(legend.title);
    for (const LegendSwatch& entry : legend.entries)
        width = std::max(width, m.swatch + theme.spacing(8) + text.horizontalAdvance(entry.text));
    double height = m.head + m.row * static_cast<double>(legend.entries.size());
    if (!legend.ramp.empty()) {
        width = std::max(
            {width, 144 * theme.scale, text.horizontalAdvance(legend.low + legend.high) + theme.spacing(24)});
        height += m.swatch + theme.spacing(4) + m.row;
    }
    return {width + 2 * m.pad, height + 2 * m.pad - theme.spacing(4)};
}

QRectF beside_legend(const QRectF& area, const QSizeF& legend, const QSizeF& content, double gap) {
    if (legend.isEmpty() || content.isEmpty()) return area;
    const auto zoom = [&](const QRectF& room) {
        return std::min(room.width() / content.width(), room.height() / content.height());
    };
    const QRectF right = area.adjusted(legend.width() + gap, 0, 0, 0),
                 below = area.adjusted(0, legend.height() + gap, 0, 0);
    return zoom(right) >= zoom(below) ? right : below;
}

void paint_legend(QPainter& painter, const OverlayLegend& legend, const Theme& theme, const QPointF& corner) {
    const QSizeF size = legend_size(legend, theme);
    if (size.isEmpty()) return;
    const Measure m(theme);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(corner, size).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const double left = corner.x() + m.pad, width = size.width() - 2 * m.pad;
    double y = corner.y() + m.pad;
    painter.setFont(m.strong);
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, y, width, m.head - theme.spacing(8)), Qt::AlignLeft | Qt::AlignVCenter,
                     legend.title);
    y += m.head;
    painter.setFont(m.body);
    for (const LegendSwatch& entry : legend.entries) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.colour);
        painter.drawRect(QRectF(left, y + (m.row - theme.spacing(8)) / 2, m.swatch, theme.spacing(8)));
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(left + m.swatch + theme.spacing(8), y, width, m.row),
                         Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        y += m.row;
    }
    if (legend.ramp.empty()) return;
    const QRectF bar(left, y, width, m.swatch);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (size_t i = 0; i < legend.ramp.size(); ++i)
        gradient.setColorAt(static_cast<double>(i) / static_cast<double>(legend.ramp.size() - 1),
                            legend.ramp[i]);
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRect(bar);
    painter.setPen(theme.secondary);
    const QRectF ends(left, bar.bottom() + theme.spacing(4), width, m.row);
    painter.drawText(ends, Qt::AlignLeft | Qt::AlignTop, legend.low);
    painter.drawText(ends, Qt::AlignRight | Qt::AlignTop, legend.high);
}

} // namespace roofrack
