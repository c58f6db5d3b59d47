// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/rounded_box.h"

#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>

#include <cmath>

namespace roofrack {
namespace {

/// The four corners of a box in one picture, `side` dots each.
QPixmap corners(const RoundedBox& box, int side) {
    const QString key = QStringLiteral("roofrack-corners %1 %2 %3 %4")
                            .arg(box.line.rgba())
                            .arg(box.fill.rgba())
                            .arg(std::lround(box.radius * 64))
                            .arg(std::lround(box.width * 64));
    QPixmap made;
    if (QPixmapCache::find(key, &made)) return made;
    made = QPixmap(2 * side, 2 * side);
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
    QPixmapCache::insert(key, made);
    return made;
}

} // namespace

bool RoundedBox::paint(QPainter& painter, const QRectF& area) const {
    const int side = static_cast<int>(std::ceil(radius + width)) + 1;
    const double corner = side;
    if (area.width() < 2 * corner || area.height() < 2 * corner) return false;
    const QPixmap picture = corners(*this, side);
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
        painter.drawPixmap(
            QPointF(right ? area.right() - corner : area.left(), lower ? area.bottom() - corner : area.top()),
            picture, QRectF(right ? side : 0, lower ? side : 0, side, side));
    }
    return true;
}

} // namespace roofrack
