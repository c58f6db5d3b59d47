// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_element.h"

#include <QPainter>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double least_cell = 2;   ///< px: smaller GPU squares melt into one area
constexpr double least_gap = 0.75; ///< px between them

void paint_ticks(QPainter& painter, const DrawnElement& element, const Theme& theme, const DrawScale& scale) {
    using namespace rack_measure;
    const QPointF origin = element.rect.topLeft();
    const double thick = scale.line(1);
    for (int u = 0; u <= element.rack_u; u += 2) {
        const double y = scale.snapped(origin.y() + edge + u * unit);
        const double length = u % 10 == 0 ? 6 : 3;
        painter.fillRect(QRectF(scale.snapped(origin.x() + 3), y, length, thick), theme.line);
    }
}

/// Ports of a switch or a storage box.
void paint_flat(QPainter& painter, const QRectF& rect, const Theme& theme, const DrawScale& scale) {
    painter.fillRect(scale.snapped(rect), theme.disabled);
    if (rect.height() * scale.zoom < 2.5) return;
    const double thick = scale.line(1), y = scale.snapped(rect.center().y() - thick / 2);
    for (double x = rect.left() + 4; x < rect.right() - 4; x += 5)
        painter.fillRect(QRectF(scale.snapped(x), y, 3, thick), theme.panel);
}

void paint_slot(QPainter& painter, const RackSlot& slot, const QPointF& origin, const QColor& fill,
                const PainterStyle& style, const DrawScale& scale) {
    const Theme& theme = style.theme;
    const QRectF rect = slot.rect.translated(origin);
    if (slot.kind != ElementKind::server) return paint_flat(painter, rect, theme, scale);
    const QRectF outer = scale.snapped(rect);
    const double line = rect.height() > 6 || scale.zoom >= 2 ? scale.line(1) : 0;
    const bool framed = scale.detail() == Detail::all && line > 0 && outer.height() > 4 * line;
    if (framed && scale.device <= 0) { // edges between dots: a pen keeps all four sides, fills lose some
        painter.setPen(QPen(theme.disabled, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(theme.window);
        painter.drawRect(rect.adjusted(line / 2, line / 2, -line / 2, -line / 2));
        painter.setPen(Qt::NoPen);
    } else if (framed) {
        painter.fillRect(outer, theme.disabled);
        painter.fillRect(outer.adjusted(line, line, -line, -line), theme.window);
    } else if (scale.detail() == Detail::all) {
        painter.fillRect(outer, theme.grid);
    }
    if (slot.gpus <= 0) return;
    if (scale.detail() != Detail::all) { // the squares would melt into one
        const double side = 4, end = std::min(3.0, rect.height() / 5);
        painter.fillRect(scale.snapped(rect.adjusted(side, end, -side, -end)), fill);
        return;
    }
    const auto cells = gpu_cells(rect, slot.gpus);
    const double pitch = cells.size() > 1 ? cells[1].left() - cells[0].left() : 1e3;
    const bool told_apart = cells[0].width() * scale.zoom >= least_cell &&
                            cells[0].height() * scale.zoom >= 1 &&
                            (pitch - cells[0].width()) * scale.zoom >= least_gap;
    if (!told_apart) {
        QRectF all = cells.front() | cells.back();
        for (const QRectF& cell : cells) all.setRight(std::max(all.right(), cell.right()));
        painter.fillRect(scale.snapped(all), fill);
        return;
    }
    for (const QRectF& cell : cells) painter.fillRect(scale.snapped(cell), fill);
}

} // namespace

void paint_share(QPainter& painter, const QRectF& track, std::optional<double> share, Qt::Orientation along,
                 const Theme& theme) {
    painter.fillRect(track, theme.grid);
    if (!share) return;
    const double filled = std::clamp(*share, 0.0, 1.0);
    QRectF bar = track;
    if (along == Qt::Vertical)
        bar.setTop(track.bottom() - track.height() * filled);
    else
        bar.setWidth(track.width() * filled);
    painter.fillRect(bar, *share > 1 ? theme.critical : *share > 0.9 ? theme.warning : theme.good);
}

void paint_rack(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                const PainterStyle& style, const DrawScale& scale) {
    using namespace rack_measure;
    const Theme& theme = style.theme;
    const bool marked = element_style.frame.isValid();
    paint_frame(painter, element,
                {marked ? element_style.frame : theme.secondary, theme.panel, marked ? 2.0 : 1.0, 3}, style,
                scale);
    if (scale.zoom >= 0.5 && element.rack_u > 0) paint_ticks(painter, element, theme, scale);
    const QPointF origin = element.rect.topLeft();
    const auto is_among = [](const std::vector<std::string>& ids, const RackSlot& slot) {
        return std::ranges::find(ids, slot.id) != ids.end();
    };
    for (const RackSlot& slot : element.slots) {
        if (is_among(element_style.sold_inside, slot))
            paint_slot(painter, slot, origin, PainterStyle::faded(element_style.fill, theme), style.faded(),
                       scale);
        else
            paint_slot(painter, slot, origin, element_style.fill, style, scale);
        // Where the rack is owned, too, its own mark says it.
        if (!element_style.is_owned && scale.detail() == Detail::all &&
            is_among(element_style.owned_inside, slot))
            paint_owned_corner(painter, slot.rect.translated(origin), std::min(6.0, slot.rect.height()),
                               theme);
    }
    const double top = origin.y() + edge, height = element.rect.height() - 2 * edge;
    const QRectF power(origin.x() + bars_left, top, bar_width, height);
    paint_share(painter, scale.snapped(power), element_style.power_share, Qt::Vertical, theme);
    paint_share(painter, scale.snapped(power.translated(bar_width + bar_gap, 0)), element_style.heat_share,
                Qt::Vertical, theme);
}

} // namespace roofrack
