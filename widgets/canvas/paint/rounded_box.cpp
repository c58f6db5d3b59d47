// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/rounded_box.h"

#include <QCache>
#include <QImage>
#include <QPainter>

#include <cmath>

namespace roofrack {
namespace {

/// What corners look like, which thousands of boxes share.
struct Corners {
    QRgb line, fill;
    long radius, width; ///< 64ths of a dot
    int side;           ///< dots

    bool operator==(const Corners&) const = default;
};

size_t qHash(const Corners& key, size_t seed = 0) {
    return qHashMulti(seed, key.line, key.fill, key.radius, key.width, key.side);
}

/// The four corners of a box in one picture, `side` dots each.
QImage paint_corners(const RoundedBox& box, int side) {
    QImage made(2 * side, 2 * side, QImage::Format_ARGB32_Premultiplied);
    made.fill(Qt::transparent);
    QPainter painter(&made);
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = box.width / 2, whole = 2 * side;
    QPen pen(box.line, box.width);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(box.fill);
    painter.drawRoundedRect(QRectF(half, half, whole - box.width, whole - box.width), box.radius, box.radius);
    painter.end();
    return made.copy(); // a picture that was painted on keeps the engine that did it, which is larger
}

QImage corners(const RoundedBox& box, int side) {
    // Zooming and heat make ever new ones; those of a drawing that is seen fit in.
    constexpr int room = 1024 * 1024; // bytes
    thread_local QCache<Corners, QImage> kept(room);
    const Corners key{box.line.rgba(), box.fill.rgba(), std::lround(box.radius * 64),
                      std::lround(box.width * 64), side};
    if (const QImage* found = kept.object(key)) return *found;
    const QImage made = paint_corners(box, side);
    kept.insert(key, new QImage(made), static_cast<int>(made.sizeInBytes()));
    return made;
}

} // namespace

bool RoundedBox::paint(QPainter& painter, const QRectF& area) const {
    const int side = static_cast<int>(std::ceil(radius + width)) + 1;
    const double corner = side;
    if (area.width() < 2 * corner || area.height() < 2 * corner) return false;
    const QImage picture = corners(*this, side);
    const QRectF across = area.adjusted(corner, 0, -corner, 0), down = area.adjusted(0, corner, 0, -corner);
    if (fill.alpha() > 0) {
        painter.fillRect(down.adjusted(width, 0, -width, 0), fill);
        painter.fillRect(QRectF(across.left(), area.top() + width, across.width(), corner - width), fill);
        painter.fillRect(QRectF(across.left(), area.bottom() - corner, across.width(), corner - width), fill);
    }
    painter.fillRect(QRectF(across.left(), area.top(), across.width(), width), line);
    painter.fillRect(QRectF(across.left(), area.bottom() - width, across.width(), width), line);
    painter.fillRect(QRectF(area.left(), down.top(), width, down.height()), line);
    painter.fillRect(QRectF(area.right() - width, down.top(), width, down.height()), line);
    for (int i = 0; i < 4; ++i) {
        const bool right = i & 1, lower = i & 2;
        painter.drawImage(
            QPointF(right ? area.right() - corner : area.left(), lower ? area.bottom() - corner : area.top()),
            picture, QRectF(right ? side : 0, lower ? side : 0, side, side));
    }
    return true;
}

} // namespace roofrack
