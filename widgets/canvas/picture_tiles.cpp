// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/picture_tiles.h"

#include <QPainter>

#include <cmath>

namespace roofrack {
namespace {

constexpr int side = 384; ///< dots: small enough that a new column costs little, large enough to be few

} // namespace

void PictureTiles::forget(const QRectF& area) {
    const double dots = m_zoom * m_ratio;
    std::erase_if(m_tiles, [&](const auto& tile) {
        const QRectF place(tile.first.second * side / dots, tile.first.first * side / dots, side / dots,
                           side / dots);
        return place.intersects(area);
    });
}

QPixmap PictureTiles::picture(const Place& place, const Paint& paint) const {
    QPixmap tile(side, side);
    QPainter painter(&tile);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double dots = m_zoom * m_ratio;
    painter.translate(-place.second * side, -place.first * side);
    painter.scale(dots, dots);
    paint(painter, {place.second * side / dots, place.first * side / dots, side / dots, side / dots});
    return tile;
}

void PictureTiles::draw(QPainter& painter, const QTransform& view, const QRect& viewport, double ratio,
                        const Paint& paint) {
    if (view.m11() != m_zoom || ratio != m_ratio) {
        m_tiles.clear();
        m_zoom = view.m11();
        m_ratio = ratio;
    }
    // Where the drawing's origin lies, in dots of the viewport.
    const auto origin_x = std::lround(view.dx() * ratio), origin_y = std::lround(view.dy() * ratio);
    const auto tile_at = [](double dot) { return static_cast<int>(std::floor(dot / side)); };
    const double width = viewport.width() * ratio, height = viewport.height() * ratio;
    const int left = tile_at(static_cast<double>(-origin_x)),
              right = tile_at(width - static_cast<double>(origin_x) - 1);
    const int top = tile_at(static_cast<double>(-origin_y)),
              bottom = tile_at(height - static_cast<double>(origin_y) - 1);
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    for (int row = top; row <= bottom; ++row)
        for (int column = left; column <= right; ++column) {
            QPixmap& tile = m_tiles[{row, column}];
            if (tile.isNull()) {
                tile = picture({row, column}, paint);
                tile.setDevicePixelRatio(ratio);
            }
            painter.drawPixmap(QPointF(static_cast<double>(column * side + origin_x) / ratio,
                                       static_cast<double>(row * side + origin_y) / ratio),
                               tile);
        }
    painter.restore();
    // What has left the view by more than a tile is painted again when it comes back.
    std::erase_if(m_tiles, [&](const auto& tile) {
        return tile.first.first < top - 2 || tile.first.first > bottom + 2 || tile.first.second < left - 2 ||
               tile.first.second > right + 2;
    });
}

} // namespace roofrack
