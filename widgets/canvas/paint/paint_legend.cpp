// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_legend.h"

#include "widgets/canvas/paint/paint_element.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

/// Lengths of a legend, and its lines.
struct Measure {
    Measure(const OverlayLegend& legend, const Theme& theme)
        : strong(theme.font(Theme::Role::strong))
        , body(theme.font(Theme::Role::secondary))
        , text(body)
        , gap(theme.spacing(8))
        , pad(theme.spacing(12))
        , row(text.height() + theme.spacing(4))
        , head(QFontMetricsF(strong).height())
        , swatch(theme.spacing(12))
        , limits(std::ranges::any_of(legend.ticks, &LegendTick::limit)) {}

    QFont strong, body;
    QFontMetricsF text;
    double gap, pad, row, head, swatch;
    bool limits; ///< a row names them
};

double limits_width(const OverlayLegend& legend, const Measure& m) {
    double width = 0;
    for (const LegendTick& tick : legend.ticks)
        if (tick.limit) width += m.text.horizontalAdvance(tick.text) + m.gap;
    return width;
}

void paint_ramp(QPainter& painter, const OverlayLegend& legend, const Theme& theme, const Measure& m,
                const QRectF& bar) {
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (size_t i = 0; i < legend.ramp.size(); ++i)
        gradient.setColorAt(static_cast<double>(i) / static_cast<double>(legend.ramp.size() - 1),
                            legend.ramp[i]);
    painter.fillRect(bar, gradient);
    const double below = bar.bottom() + m.gap / 4;
    const QRectF ends(bar.left(), below, bar.width(), m.row);
    painter.setPen(theme.secondary);
    painter.drawText(ends, Qt::AlignLeft | Qt::AlignTop, legend.low_text);
    painter.drawText(ends, Qt::AlignRight | Qt::AlignTop, legend.high_text);
    double from = bar.left() + m.text.horizontalAdvance(legend.low_text) + m.gap / 2;
    const double to = bar.right() - m.text.horizontalAdvance(legend.high_text) - m.gap / 2;
    for (const LegendTick& tick : legend.ticks) {
        const double x = bar.left() + bar.width() * tick.share, width = m.text.horizontalAdvance(tick.text);
        if (tick.limit) {
            const double mark = std::clamp(x, bar.left() + 1, bar.right() - 1);
            painter.fillRect(QRectF(mark - 2, bar.top(), 4, bar.height()), theme.panel);
            painter.fillRect(QRectF(mark - 1, bar.top() - m.gap / 2, 2, bar.height() + m.gap),
                             theme.critical);
            if (tick.text.isEmpty()) continue;
            const double at =
                std::clamp(x - width / 2, bar.left(), std::max(bar.left(), bar.right() - width));
            painter.setPen(theme.critical);
            painter.drawText(QRectF(at, below + m.row, width + 1, m.row), Qt::AlignLeft | Qt::AlignTop,
                             tick.text);
            continue;
        }
        const bool by_limit = std::ranges::any_of(legend.ticks, [&](const LegendTick& other) {
            return other.limit && std::abs(other.share - tick.share) * bar.width() < width / 2 + m.gap / 2;
        });
        if (by_limit || x - width / 2 < from || x + width / 2 > to) continue; // the ends say enough
        painter.fillRect(QRectF(x - 0.5, bar.bottom(), 1, m.gap / 4), theme.secondary);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(x - width / 2, below, width + 1, m.row), Qt::AlignLeft | Qt::AlignTop,
                         tick.text);
        from = x + width / 2 + m.gap / 2;
    }
}

} // namespace

QSizeF legend_size(const OverlayLegend& legend, const Theme& theme) {
    if (legend.title.isEmpty() || (legend.entries.empty() && legend.ramp.empty())) return {};
    const Measure m(legend, theme);
    double width = std::max(QFontMetricsF(m.strong).horizontalAdvance(legend.title),
                            m.text.horizontalAdvance(legend.note));
    for (const LegendSwatch& entry : legend.entries)
        width = std::max(width, m.swatch + m.gap + m.text.horizontalAdvance(entry.text));
    double height = m.head + m.gap + m.row * static_cast<double>(legend.entries.size());
    if (!legend.note.isEmpty()) height += m.row;
    if (!legend.ramp.empty()) {
        width = std::max({width, 200 * theme.scale, limits_width(legend, m),
                          m.text.horizontalAdvance(legend.low_text + legend.high_text) + 3 * m.gap});
        height += m.swatch + m.gap + m.row + (m.limits ? m.row : 0);
    }
    return {std::ceil(width) + 2 * m.pad, std::ceil(height) + 2 * m.pad - theme.spacing(4)};
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
    const Measure m(legend, theme);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(corner, size).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const double left = corner.x() + m.pad, width = size.width() - 2 * m.pad;
    double y = corner.y() + m.pad;
    painter.setFont(m.strong);
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, y, width, m.head), Qt::AlignLeft | Qt::AlignVCenter, legend.title);
    y += m.head;
    painter.setFont(m.body);
    if (!legend.note.isEmpty()) {
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(left, y, width + 1, m.row), Qt::AlignLeft | Qt::AlignVCenter, legend.note);
        y += m.row;
    }
    y += m.gap;
    if (!legend.ramp.empty()) {
        paint_ramp(painter, legend, theme, m, QRectF(left, y, width, m.swatch));
        y += m.swatch + m.gap + m.row + (m.limits ? m.row : 0);
    }
    for (const LegendSwatch& entry : legend.entries) {
        const QRectF swatch(left, y + (m.row - m.gap) / 2, m.swatch, m.gap);
        if (entry.form == LegendSwatch::Form::filled) {
            painter.fillRect(swatch, entry.colour);
        } else {
            painter.setPen(QPen(entry.colour, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
            paint_owned_corner(painter, swatch, swatch.height() * 0.75, theme);
        }
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(left + m.swatch + m.gap, y, width, m.row), Qt::AlignLeft | Qt::AlignVCenter,
                         entry.text);
        y += m.row;
    }
}

} // namespace roofrack
