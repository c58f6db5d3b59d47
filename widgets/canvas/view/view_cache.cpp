// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/view_cache.h"

#include <QElapsedTimer>
#include <QPainter>

#include <cmath>

namespace roofrack {
namespace {

constexpr int ahead = 160; ///< px painted beyond what a pan has just uncovered
constexpr size_t most_patches = 40;
constexpr double most_area = 4; ///< most area of all patches, in viewports
constexpr double quick = 8;     ///< ms: a view painted in less follows the hand by itself

} // namespace

void ViewCache::invalidate() {
    m_patches.clear();
    m_covered = m_changed = {};
}

void ViewCache::invalidate(const QRectF& area) {
    m_changed += QRectF(area.topLeft() * dots(), area.size() * dots()).toAlignedRect().adjusted(-2, -2, 2, 2);
}

void ViewCache::paint_part(Patch& patch, const QRect& part, const Paint& paint) const {
    QPainter painter(&patch.picture);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(-patch.place.topLeft());
    if (part != patch.place) painter.setClipRect(part);
    painter.scale(dots(), dots());
    paint(painter, QRectF(QPointF(part.topLeft()) / dots(), QSizeF(part.size()) / dots()));
}

void ViewCache::add(const QRect& place, const Paint& paint) {
    Patch patch{place, QPixmap(place.size())};
    paint_part(patch, place, paint);
    m_patches.push_back(std::move(patch));
    m_covered += place;
}

void ViewCache::draw(QPainter& painter, const QTransform& view, const QRect& viewport, double ratio,
                     const Paint& paint) {
    if (view.m11() != m_zoom || ratio != m_ratio) {
        invalidate();
        m_zoom = view.m11();
        m_ratio = ratio;
    }
    const QPoint origin(static_cast<int>(std::lround(view.dx() * ratio)),
                        static_cast<int>(std::lround(view.dy() * ratio)));
    const QRect seen(-origin, QSize(static_cast<int>(std::ceil(viewport.width() * ratio)),
                                    static_cast<int>(std::ceil(viewport.height() * ratio))));
    double area = 0;
    for (const Patch& patch : m_patches) area += double(patch.place.width()) * patch.place.height();
    if (m_patches.size() > most_patches || area > most_area * seen.width() * seen.height()) invalidate();
    if (!m_changed.isEmpty()) {
        for (Patch& patch : m_patches)
            for (const QRect& part : m_changed& patch.place)
                if (part.intersects(seen)) paint_part(patch, part, paint);
        m_covered -= m_changed - seen; // painted when it comes into view
        m_changed = {};
    }
    const QRegion missing = QRegion(seen) - m_covered;
    const bool all = missing.boundingRect() == seen && m_patches.empty();
    QElapsedTimer timer;
    timer.start();
    for (const QRect& part : missing) {
        const int more = all ? 0 : static_cast<int>(ahead * ratio);
        // Grown away from what is seen: the next frames of the pan need it.
        const QRect grown(QPoint(part.left() == seen.left() ? part.left() - more : part.left(),
                                 part.top() == seen.top() ? part.top() - more : part.top()),
                          QPoint(part.right() == seen.right() ? part.right() + more : part.right(),
                                 part.bottom() == seen.bottom() ? part.bottom() + more : part.bottom()));
        add(grown, paint);
    }
    if (all) m_cost = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setCompositionMode(QPainter::CompositionMode_Source); // opaque: the fastest
    for (const Patch& patch : m_patches) {
        const QRect part = patch.place & seen;
        if (part.isEmpty()) continue;
        painter.drawPixmap(QRectF(QPointF(part.topLeft() + origin) / ratio, QSizeF(part.size()) / ratio),
                           patch.picture, QRectF(part.translated(-patch.place.topLeft())));
    }
    painter.restore();
}

bool ViewCache::draw_scaled(QPainter& painter, const QTransform& view, const QRect& viewport, double ratio,
                            const QColor& ground) const {
    if (m_patches.empty() || m_cost < quick || ratio != m_ratio) return false;
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    const double grown = view.m11() / m_zoom;
    const QRectF seen(viewport);
    QRegion bare(viewport);
    for (const Patch& patch : m_patches) {
        const auto shown = [&](double dots) { return dots / ratio * grown; };
        const QRectF place(shown(patch.place.x()) + view.dx(), shown(patch.place.y()) + view.dy(),
                           shown(patch.place.width()), shown(patch.place.height()));
        const QRectF part = place & seen;
        if (part.isEmpty()) continue;
        bare -= part.toAlignedRect();
        const double back = ratio / grown;
        painter.drawPixmap(part, patch.picture,
                           QRectF((part.topLeft() - place.topLeft()) * back, part.size() * back));
    }
    for (const QRect& part : bare) painter.fillRect(part, ground);
    painter.restore();
    return true;
}

} // namespace roofrack
