// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QRectF>
#include <QTransform>

#include <functional>
#include <map>

class QPainter;

namespace roofrack {

/// Pictures of a drawing in square tiles at one zoom, kept while it is panned: a frame then paints only what
/// has come into view.
class PictureTiles {
public:
    /// Paints the part `exposed` of the drawing (its units); the painter has the view's scale and a whole
    /// number of dots of offset.
    using Paint = std::function<void(QPainter&, const QRectF& exposed)>;

    void forget() { m_tiles.clear(); }
    /// Only what touches `area` (drawing units).
    void forget(const QRectF& area);
    /// Fills `viewport` (px), seen through `view`, on a device of `ratio` dots a px.
    void draw(QPainter& painter, const QTransform& view, const QRect& viewport, double ratio,
              const Paint& paint);

private:
    using Place = std::pair<int, int>; ///< row, column
    QPixmap picture(const Place& place, const Paint& paint) const;

    std::map<Place, QPixmap> m_tiles;
    double m_zoom = 0, m_ratio = 1;
};

} // namespace roofrack
