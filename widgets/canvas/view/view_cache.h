// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QRectF>
#include <QRegion>
#include <QTransform>

#include <functional>
#include <vector>

class QPainter;

namespace roofrack {

/// Pictures of a drawing at one zoom, kept while it is panned: a frame then paints only what has come into
/// view or was changed.
class ViewCache {
public:
    /// Paints the part `exposed` of the drawing (its units); the painter has the view's scale and a whole
    /// number of dots of offset.
    using Paint = std::function<void(QPainter&, const QRectF& exposed)>;

    /// The whole drawing is painted anew.
    void invalidate();
    /// Only what lies in `area` (drawing units) is painted anew.
    void invalidate(const QRectF& area);
    /// Fills `viewport` (px), seen through `view`, on a device of `ratio` dots a px.
    void draw(QPainter& painter, const QTransform& view, const QRect& viewport, double ratio,
              const Paint& paint);

    /// Draws the last picture scaled, on `ground`, while the wheel changes the zoom. False (nothing is drawn)
    /// if there is no picture, or if painting anew is quick enough to keep up with the wheel.
    bool draw_scaled(QPainter& painter, const QTransform& view, const QRect& viewport, double ratio,
                     const QColor& ground) const;

private:
    struct Patch {
        QRect place; ///< in dots, from the drawing's origin
        QPixmap picture;
    };
    void add(const QRect& place, const Paint& paint);
    void paint_part(Patch& patch, const QRect& part, const Paint& paint) const;
    double dots() const { return m_zoom * m_ratio; }

    std::vector<Patch> m_patches;
    QRegion m_covered, m_changed; ///< in dots
    double m_zoom = 0, m_ratio = 1;
    double m_cost = 0; ///< ms that the last painting of a whole view took
};

} // namespace roofrack
