// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/part_icon.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

/// Draws on whole pixels of the grid: frames as filled pixels of one, so that none is blurred at 1× or 1.5×.
class Pen {
public:
    Pen(QPainter& painter, const QColor& line, const QColor& mark)
        : m_painter(painter)
        , m_line(line)
        , m_mark(mark) {
        soft = mark;
        soft.setAlphaF(mark.alphaF() * 0.22f);
    }

    void frame(double x, double y, double w, double h, double radius = 1.5) const {
        m_painter.setPen(QPen(m_line, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(QRectF(x + 0.5, y + 0.5, w - 1, h - 1), radius, radius);
    }
    void block(double x, double y, double w, double h, const QColor& colour) const {
        m_painter.fillRect(QRectF(x, y, w, h), colour);
    }
    void mark(double x, double y, double w, double h) const { block(x, y, w, h, m_mark); }
    void rule(double x, double y, double w, double h) const { block(x, y, w, h, m_line); }
    void stroke(const QPainterPath& path, const QColor& colour, double width = 1) const {
        m_painter.strokePath(path, QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    void fill(const QPainterPath& path, const QColor& colour) const { m_painter.fillPath(path, colour); }
    const QColor& line() const { return m_line; }
    const QColor& mark() const { return m_mark; }

    QColor soft; ///< the mark's colour as a ground

private:
    QPainter& m_painter;
    QColor m_line, m_mark;
};

/// Squares of whole pixels that fill `area` best, in its middle.
void squares(const Pen& pen, int count, const QRect& area) {
    struct Fit {
        int columns = 0, side = 0, gap = 0, rest = 0;
    } best;
    for (const int gap : {2, 1})
        for (int columns = 1; columns <= count; ++columns) {
            const int rows = (count + columns - 1) / columns;
            const int side = std::min({(area.width() - (columns - 1) * gap) / columns,
                                       (area.height() - (rows - 1) * gap) / rows, 4});
            const int rest = columns * rows - count;
            const bool better =
                side > best.side || (side == best.side && gap == best.gap &&
                                     (rest < best.rest || (rest == best.rest && columns > best.columns)));
            if (side > 0 && better && columns * side + (columns - 1) * gap <= area.width())
                best = {columns, side, gap, rest};
        }
    if (best.columns == 0) return;
    const int rows = (count + best.columns - 1) / best.columns, pitch = best.side + best.gap;
    const int left = area.x() + (area.width() - best.columns * pitch + best.gap) / 2;
    const int top = area.y() + (area.height() - rows * pitch + best.gap) / 2;
    for (int i = 0; i < count; ++i) {
        const int row = i / best.columns, column = i % best.columns;
        pen.mark(left + column * pitch, top + row * pitch, best.side, best.side);
    }
}

void server(const Pen& pen, int gpus) {
    constexpr int most = 72; // more would be less than a pixel each
    const int count = std::clamp(gpus, 0, most);
    if (count > 8) {
        pen.frame(1, 1, 22, 22);
        squares(pen, count, {3, 3, 18, 18});
        return;
    }
    pen.frame(1, 5, 22, 14);
    if (count > 0) {
        squares(pen, count, {3, 7, 18, 10});
        return;
    }
    for (const int y : {9, 12, 15}) pen.rule(4, y - 1, 10, 1); // a box without GPUs
    pen.mark(18, 8, 2, 2);
}

void network_switch(const Pen& pen) {
    pen.frame(1, 8, 22, 8);
    for (int port = 0; port < 6; ++port) pen.mark(4 + port * 3, 11, 2, 2);
    for (const int x : {7, 16}) {
        pen.rule(x, 4, 1, 4);
        pen.rule(x, 16, 1, 4);
    }
}

void storage(const Pen& pen) {
    QPainterPath side;
    side.moveTo(4.5, 5.5);
    side.lineTo(4.5, 18.5);
    side.arcTo(QRectF(4.5, 15.5, 15, 6), 180, 180);
    side.lineTo(19.5, 5.5);
    QPainterPath lid;
    lid.addEllipse(QRectF(4.5, 2.5, 15, 6));
    pen.fill(lid, pen.soft);
    pen.stroke(side, pen.line());
    pen.stroke(lid, pen.line());
    for (const double y : {7.0, 11.5}) {
        QPainterPath ring;
        ring.arcMoveTo(QRectF(4.5, y, 15, 6), 180);
        ring.arcTo(QRectF(4.5, y, 15, 6), 180, 180);
        pen.stroke(ring, pen.mark());
    }
}

void feed(const Pen& pen) {
    pen.frame(3, 1, 18, 22);
    QPainterPath bolt;
    bolt.addPolygon(
        QPolygonF({{13.5, 4}, {7, 13}, {11.5, 13}, {10, 20}, {17, 10.5}, {12.5, 10.5}, {13.5, 4}}));
    pen.fill(bolt, pen.mark());
}

void fan(const Pen& pen) {
    pen.frame(1, 1, 22, 22);
    QPainterPath ring;
    ring.addEllipse(QRectF(4.5, 4.5, 15, 15));
    pen.stroke(ring, pen.line());
    for (int blade = 0; blade < 3; ++blade) {
        QPainterPath path;
        path.cubicTo(1.2, -3, 5.2, -4.6, 2.4, -6);
        path.cubicTo(0, -6.6, -2, -3.4, 0, 0);
        QTransform turn;
        turn.translate(12, 12);
        turn.rotate(120.0 * blade);
        pen.fill(turn.map(path), pen.mark());
    }
}

void coolant(const Pen& pen) {
    pen.frame(3, 1, 18, 19);
    QPainterPath drop;
    drop.moveTo(12, 4);
    drop.cubicTo(14.5, 7.5, 16.5, 9.5, 16.5, 12.2);
    drop.cubicTo(16.5, 15, 14.5, 16.7, 12, 16.7);
    drop.cubicTo(9.5, 16.7, 7.5, 15, 7.5, 12.2);
    drop.cubicTo(7.5, 9.5, 9.5, 7.5, 12, 4);
    pen.fill(drop, pen.mark());
    for (const int x : {7, 16}) pen.rule(x, 20, 1, 4); // supply and return
}

void rear_door(const Pen& pen) {
    pen.frame(5, 1, 14, 22);
    QPainterPath coil;
    coil.moveTo(8.5, 4.5);
    for (int turn = 0; turn < 4; ++turn) {
        const double y = 4.5 + turn * 4;
        coil.lineTo(13.5, y);
        coil.arcTo(QRectF(12, y, 3, 2), 90, -180);
        coil.lineTo(9.5, y + 2);
        if (turn < 3) coil.arcTo(QRectF(8, y + 2, 3, 2), 90, 180);
    }
    pen.stroke(coil, pen.mark(), 1.2);
    pen.rule(3, 5, 1, 3); // its hinges
    pen.rule(3, 16, 1, 3);
}

void rack(const Pen& pen, double units) {
    const double usual = 48;
    const int height =
        std::clamp(static_cast<int>(std::lround(21 * (units > 0 ? units : usual) / usual)), 9, 23);
    const int top = 23 - height;
    pen.frame(5, top, 14, height, 1);
    for (int y = top + 3; y < 20; y += 3) {
        pen.rule(7, y, 1, 1);
        pen.block(9, y, 8, 1, y == top + 3 ? pen.mark() : pen.soft);
    }
}

void row(const Pen& pen) {
    for (const int x : {1, 9, 17}) {
        pen.frame(x, 5, 6, 15, 1);
        pen.mark(x + 2, 8, 2, 1);
        pen.block(x + 2, 11, 2, 6, pen.soft);
    }
}

void pod(const Pen& pen) {
    pen.frame(1, 1, 22, 22, 3);
    for (const int x : {5, 13}) {
        pen.frame(x, 5, 6, 14, 1);
        pen.mark(x + 2, 8, 2, 1);
        pen.block(x + 2, 11, 2, 5, pen.soft);
    }
}

void room(const Pen& pen) {
    for (const QRect& wall : {QRect(1, 2, 22, 1), QRect(1, 2, 1, 20), QRect(22, 2, 1, 20),
                              QRect(1, 21, 11, 1), QRect(20, 21, 3, 1)})
        pen.rule(wall.x(), wall.y(), wall.width(), wall.height());
    QPainterPath door;
    door.moveTo(12.5, 21.5);
    door.lineTo(12.5, 14.5);
    door.arcTo(QRectF(5.5, 14.5, 14, 14), 90, -90);
    pen.stroke(door, pen.mark());
    pen.block(4, 5, 16, 4, pen.soft);
}

void site(const Pen& pen) {
    pen.frame(1, 9, 14, 13, 1);
    pen.frame(14, 4, 9, 18, 1);
    for (const int y : {12, 15}) pen.block(4, y, 8, 1, pen.mark());
    for (const int y : {8, 12, 16}) pen.block(17, y, 3, 2, pen.soft);
}

void note(const Pen& pen) {
    QPainterPath page;
    page.addPolygon(QPolygonF({{4.5, 2.5}, {15.5, 2.5}, {19.5, 6.5}, {19.5, 21.5}, {4.5, 21.5}, {4.5, 2.5}}));
    pen.stroke(page, pen.line());
    QPainterPath fold;
    fold.addPolygon(QPolygonF({{15.5, 2.5}, {15.5, 6.5}, {19.5, 6.5}}));
    pen.stroke(fold, pen.line());
    for (const int y : {10, 13, 16}) pen.block(7, y, y == 16 ? 6 : 10, 1, pen.mark());
}

} // namespace

PartIcon PartIcon::of(ElementKind kind, const Part* part) {
    PartIcon icon;
    icon.kind = kind;
    if (!part) return icon;
    icon.gpus = static_cast<int>(std::lround(std::clamp(part->value_or("gpus", 0), 0.0, 1e4)));
    icon.height = part->value_or("height_u", 0);
    const std::string_view cooling = part->text_or("cooling", "");
    icon.cooling = cooling == "rdhx"                                ? Cooling::rdhx
                   : cooling == "cdu" || cooling == "liquid-to-air" ? Cooling::cdu
                                                                    : Cooling::crah;
    return icon;
}

void paint_part_icon(QPainter& painter, const PartIcon& icon, const QPointF& corner, const QColor& line,
                     const QColor& mark) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(corner);
    const Pen pen(painter, line, mark);
    switch (icon.kind) {
    case ElementKind::server: server(pen, icon.gpus); break;
    case ElementKind::switch_: network_switch(pen); break;
    case ElementKind::storage: storage(pen); break;
    case ElementKind::feed: feed(pen); break;
    case ElementKind::cooling:
        switch (icon.cooling) {
        case PartIcon::Cooling::crah: fan(pen); break;
        case PartIcon::Cooling::cdu: coolant(pen); break;
        case PartIcon::Cooling::rdhx: rear_door(pen); break;
        }
        break;
    case ElementKind::rack: rack(pen, icon.height); break;
    case ElementKind::row: row(pen); break;
    case ElementKind::pod: pod(pen); break;
    case ElementKind::room: room(pen); break;
    case ElementKind::site: site(pen); break;
    case ElementKind::note: note(pen); break;
    }
    painter.restore();
}

QPixmap part_pixmap(const PartIcon& icon, const QColor& line, const QColor& mark, qreal ratio) {
    const int side = static_cast<int>(std::ceil(part_icon_size * ratio));
    QPixmap pixmap(side, side);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint_part_icon(painter, icon, {0, 0}, line, mark);
    return pixmap;
}

} // namespace roofrack
