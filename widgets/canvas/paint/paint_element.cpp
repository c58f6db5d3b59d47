// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_element.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/paint/paint_glyph.h"
#include "widgets/canvas/paint/rounded_box.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double corner = 4;
constexpr double least_radius = 0.9; ///< px: below it a corner is drawn square, which is crisper and faster
constexpr double plain_radius = 2.4; ///< the same in a drawing of thousands of things
constexpr double largest_rounded = 900; ///< px: nobody sees the corners of a larger frame, and they cost most

/// Without antialiasing, so that edges fall on whole dots.
class Crisp {
public:
    explicit Crisp(QPainter& painter)
        : m_painter(painter)
        , m_smooth(painter.testRenderHint(QPainter::Antialiasing)) {
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    ~Crisp() { m_painter.setRenderHint(QPainter::Antialiasing, m_smooth); }

private:
    QPainter& m_painter;
    bool m_smooth;
};

void paint_outline(QPainter& painter, const QRectF& area, const FramePaint& paint, const DrawScale& scale) {
    const QRectF outer = scale.snapped(area);
    const double line = scale.line(paint.width);
    const bool huge = std::max(area.width(), area.height()) * scale.zoom > largest_rounded;
    if (scale.device > 0 &&
        (huge || paint.radius * scale.zoom < (scale.plain ? plain_radius : least_radius))) {
        painter.fillRect(outer, paint.line);
        painter.fillRect(outer.adjusted(line, line, -line, -line), paint.fill);
        return;
    }
    if (scale.device > 0) {
        const QTransform transform = painter.worldTransform();
        const RoundedBox box{paint.line, paint.fill, paint.radius * scale.device, line * scale.device};
        painter.setWorldTransform({});
        const bool painted = box.paint(painter, transform.mapRect(outer));
        painter.setWorldTransform(transform);
        if (painted) return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(paint.line, line);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(paint.fill);
    const double half = line / 2;
    painter.drawRoundedRect(outer.adjusted(half, half, -half, -half), paint.radius, paint.radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paint_tile(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                const PainterStyle& style, const DrawScale& scale) {
    const bool hosts = element.kind == ElementKind::rack || element.kind == ElementKind::server;
    const QRectF area = scale.snapped(element.rect);
    const QColor fill = hosts && !element.slots.empty()        ? element_style.fill
                        : element.kind == ElementKind::switch_ ? style.theme.secondary
                                                               : style.theme.disabled;
    if (!element_style.frame.isValid()) {
        painter.fillRect(area, fill);
        return;
    }
    const double line =
        2 / scale.zoom; // two px at any zoom, around the tile so that small ones keep their colour
    painter.fillRect(area.adjusted(-line, -line, line, line), element_style.frame);
    painter.fillRect(area, fill);
}

void paint_switch(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                  const PainterStyle& style, const DrawScale& scale) {
    const bool marked = element_style.frame.isValid();
    paint_frame(
        painter, element,
        {marked ? element_style.frame : style.theme.secondary, style.theme.panel, marked ? 2.0 : 1.0, corner},
        style, scale);
}

/// Feeds, cooling and storage: a glyph and the load as a bar; the words are written over it.
void paint_box(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
               const PainterStyle& style, const DrawScale& scale, bool picture) {
    const Theme& theme = style.theme;
    const bool marked = element_style.frame.isValid();
    if (scale.detail() == Detail::tiles) {
        painter.fillRect(scale.snapped(element.rect), marked ? element_style.frame : theme.line);
        return;
    }
    paint_frame(painter, element,
                {marked ? element_style.frame : theme.disabled, theme.panel, marked ? 2.0 : 1.0, corner},
                style, scale);
    if (picture && scale.zoom >= 0.38) {
        painter.setRenderHint(QPainter::Antialiasing);
        paint_glyph(painter, element.kind, element.cooling,
                    QRectF(element.rect.left() + 8, element.rect.center().y() - 8, 16, 16), theme.secondary);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    if (!element_style.power_share) return;
    const QRectF track(element.rect.left() + 8, element.rect.bottom() - 5, element.rect.width() - 16, 2);
    paint_share(painter, scale.snapped(track), element_style.power_share, Qt::Horizontal, theme);
}

/// Opaque: blending areas of the size of a screen would cost more than all that stands in them.
void paint_container(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                     const PainterStyle& style, const DrawScale& scale) {
    const bool marked = element_style.frame.isValid();
    paint_frame(painter, element,
                {marked ? element_style.frame : style.theme.line, style.ground(element.depth + 1),
                 marked ? 2.0 : 1.0, 6},
                style, scale);
}

constexpr int note_flags = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

struct FittedNote {
    QFont font;
    QString text;
};

/// Notes are laid out in the bundled type, in which they fit. In another one they get smaller, and then are
/// cut.
FittedNote fitted_note(const QString& text, const PainterStyle& style, const QRectF& room, double zoom) {
    FittedNote out{style.body, text};
    if (style.theme.family.isEmpty()) return out;
    constexpr double rounding = 0.5, endless = 4000;
    const auto fits = [&](const QString& part) {
        const QRectF used =
            QFontMetricsF(out.font).boundingRect(QRectF(0, 0, room.width(), endless), note_flags, part);
        return used.width() <= room.width() + rounding && used.height() <= room.height() + rounding;
    };
    const int least_px = std::max(8, static_cast<int>(std::ceil(style.least_type / zoom)));
    while (out.font.pixelSize() > least_px && !fits(out.text))
        out.font.setPixelSize(out.font.pixelSize() - 1);
    if (fits(out.text)) return out;
    const auto beginning = [&](qsizetype letters) { return text.left(letters).trimmed() + QChar(0x2026); };
    qsizetype shown = 0, too_many = text.size();
    while (too_many - shown > 1) {
        const qsizetype middle = (shown + too_many) / 2;
        (fits(beginning(middle)) ? shown : too_many) = middle;
    }
    out.text = beginning(shown);
    return out;
}

void paint_note(QPainter& painter, const DrawnElement& element, const PainterStyle& style,
                const DrawScale& scale, bool strokes) {
    const Theme& theme = style.theme;
    const QRectF area = scale.snapped(element.rect);
    painter.fillRect(area, PainterStyle::mixed(style.ground(), theme.warning, 0.1));
    painter.fillRect(QRectF(area.left(), area.top(), scale.line(2), area.height()), theme.warning);
    if (scale.zoom < style.note_zoom()) {
        // Three strokes say that something is written there.
        const double pitch = std::min(6 / scale.zoom, area.height() / 4), left = area.left() + pitch,
                     width = std::min(area.width() - 2 * pitch, 6 * pitch);
        for (int i = 0; i < 3 && strokes; ++i)
            painter.fillRect(
                scale.snapped(QRectF(left, area.center().y() + (i - 1) * pitch - scale.line(1) / 2,
                                     i < 2 ? width : 0.6 * width, scale.line(1))),
                theme.disabled);
        return;
    }
    const QRectF room = element.rect.adjusted(12, 8, -8, -8);
    const FittedNote fitted = fitted_note(element.title, style, room, scale.zoom);
    painter.setFont(fitted.font);
    painter.setPen(theme.text);
    painter.drawText(room, note_flags, fitted.text);
}

} // namespace

void paint_frame(QPainter& painter, const DrawnElement& element, const FramePaint& paint,
                 const PainterStyle& style, const DrawScale& scale) {
    const bool outlined = is_container(element.kind) && element.kind != ElementKind::rack;
    const QColor line = outlined ? style.theme.line : style.theme.disabled;
    for (int i = std::min(2, element.count - 1); i > 0; --i) {
        const double offset = i * diagram_measure::stack_step;
        paint_outline(painter, element.rect.translated(offset, -offset), {line, paint.fill, 1, paint.radius},
                      scale);
    }
    paint_outline(painter, element.rect, paint, scale);
}

void paint_owned_corner(QPainter& painter, const QRectF& area, double legs, const Theme& theme) {
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.secondary);
    painter.drawPolygon(
        QPolygonF({area.topRight() - QPointF(legs, 0), area.topRight(), area.topRight() + QPointF(0, legs)}));
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

void paint_element(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                   const PainterStyle& style, const DrawScale& scale, bool picture) {
    const Crisp crisp(painter);
    const bool tile = scale.detail() == Detail::tiles;
    switch (element.kind) {
    case ElementKind::rack:
    case ElementKind::server:
        tile ? paint_tile(painter, element, element_style, style, scale)
             : paint_rack(painter, element, element_style, style, scale);
        break;
    case ElementKind::switch_:
        tile ? paint_tile(painter, element, element_style, style, scale)
             : paint_switch(painter, element, element_style, style, scale);
        break;
    case ElementKind::feed:
    case ElementKind::cooling:
    case ElementKind::storage: paint_box(painter, element, element_style, style, scale, picture); break;
    case ElementKind::note: paint_note(painter, element, style, scale, picture); break;
    case ElementKind::site:
    case ElementKind::room:
    case ElementKind::row:
    case ElementKind::pod: paint_container(painter, element, element_style, style, scale); break;
    }
    constexpr double legs = 8; // nothing else stands in the edge of a rack
    if (element_style.is_owned && !tile) paint_owned_corner(painter, element.rect, legs, style.theme);
}

} // namespace roofrack
