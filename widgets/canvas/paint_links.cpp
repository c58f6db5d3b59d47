// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/paint_links.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace roofrack {
namespace {

/// Links of one pen are drawn together; those with a meaning of their own come last, over the others.
struct PenKey {
    bool coloured;
    bool facility;
    int width; ///< in quarters of a unit, or in px when zoomed out
    QRgb colour;
    auto operator<=>(const PenKey&) const = default;
};

struct Group {
    QPainterPath curves;               ///< near: what is stroked smoothly
    std::vector<const DrawnLink*> far; ///< far: what is drawn as thin lines
};

/// Thin lines by their pieces: upright and level ones fill whole dots, which is crisp and fast.
void paint_far(QPainter& painter, const std::vector<const DrawnLink*>& links, const QColor& colour, int px,
               const DrawScale& scale, const QRectF& exposed) {
    const double thick = scale.device > 0
                             ? std::max(1.0, std::round(px * scale.device / scale.zoom)) / scale.device
                             : px / scale.zoom;
    painter.setRenderHint(QPainter::Antialiasing, false);
    QList<QLineF> slanted;
    const QRectF clip = exposed.adjusted(-thick, -thick, thick, thick);
    for (const DrawnLink* link : links)
        for (qsizetype i = 1; i < link->line.size(); ++i) {
            const QPointF &a = link->line[i - 1], &b = link->line[i];
            const bool upright = std::abs(a.x() - b.x()) < 0.01, level = std::abs(a.y() - b.y()) < 0.01;
            if (!upright && !level) {
                slanted.emplace_back(a, b);
                continue;
            }
            QRectF piece = QRectF(a, b).normalized();
            if (!SpatialGrid::touches(piece, clip)) continue;
            const double left = scale.snapped(piece.left() - thick / 2),
                         top = scale.snapped(piece.top() - thick / 2);
            painter.fillRect(QRectF(left, top, piece.width() + thick, piece.height() + thick), colour);
        }
    painter.setRenderHint(QPainter::Antialiasing);
    if (slanted.isEmpty()) return;
    QPen pen(colour, px);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLines(slanted);
}

} // namespace

void paint_links(QPainter& painter, const Diagram& drawing, const Looks& looks, const PainterStyle& style,
                 const DrawScale& scale, const QRectF& exposed) {
    const Theme& theme = style.theme;
    const Detail detail = scale.detail();
    const bool far = detail != Detail::all;
    constexpr double widest = 4; // half of the thickest line
    std::map<PenKey, Group> groups;
    for (const int index : drawing.links_in(exposed.adjusted(-widest, -widest, widest, widest))) {
        const DrawnLink& link = drawing.links()[static_cast<size_t>(index)];
        const LinkLook* look = &looks.link(link.id);
        for (const int other : link.bundled) // one that says something speaks for the stroke
            if (!look->colour.isValid()) look = &looks.link(drawing.links()[static_cast<size_t>(other)].id);
        const bool coloured = look->colour.isValid();
        if (link.facility && far && (!coloured || look->quiet))
            continue; // nobody follows a cable at that distance
        const QColor colour = coloured ? look->colour : link.facility ? theme.line : theme.disabled;
        const double width = coloured ? std::max(2.5, link.width) : link.width;
        const int key =
            far ? (coloured || width * scale.zoom > 1.4 ? 2 : 1) : static_cast<int>(std::lround(4 * width));
        Group& group = groups[{coloured, link.facility, key, colour.rgba()}];
        if (far)
            group.far.push_back(&link);
        else
            group.curves.addPath(link.path);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [key, group] : groups) {
        QColor colour = QColor::fromRgba(key.colour);
        if (far) {
            // Thousands of lines would be a carpet: they step back behind the tiles.
            if (!key.coloured) colour = PainterStyle::mixed(style.ground(), colour, 0.55);
            paint_far(painter, group.far, colour, key.width, scale, exposed);
            continue;
        }
        QPen pen(colour, key.width / 4.0, key.facility ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap,
                 Qt::RoundJoin);
        if (key.facility) pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawPath(group.curves);
    }
}

} // namespace roofrack
