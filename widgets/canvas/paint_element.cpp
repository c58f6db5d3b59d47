// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/paint_element.h"

#include "canvas/diagram_measure.h"
#include "canvas/paint_glyph.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double corner = 4;

QPen pen(const QColor& colour, double width = 1) {
    QPen made(colour, width);
    made.setJoinStyle(Qt::MiterJoin);
    return made;
}

QString fitted(const QString& text, const QFont& font, double width) {
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

void write(QPainter& painter, const QRectF& area, int flags, const QString& text, const QFont& font,
           const QColor& colour) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(area, flags | Qt::TextSingleLine, fitted(text, font, area.width()));
}

/// A name at a size that is still read when zoomed out; nothing when only a stump would fit.
void write_small(QPainter& painter, const QRectF& area, int flags, const QString& text,
                 const PainterStyle& style, const QColor& colour) {
    constexpr double least_px = 9.5, least_zoom = 0.28;
    const double zoom = painter.worldTransform().m11();
    if (zoom < least_zoom) return;
    QFont font = style.strong;
    font.setPixelSize(std::max(font.pixelSize(), static_cast<int>(std::ceil(least_px / zoom))));
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, area.width());
    if (shown != text && shown.size() < 5) return;
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(area, flags | Qt::TextSingleLine | Qt::TextDontClip, shown);
}

/// Outlines behind the frame: the thing stands for several.
void paint_stack(QPainter& painter, const DrawnElement& element, const QColor& line, const QColor& fill,
                 double radius) {
    const int outlines = std::min(2, element.count - 1);
    painter.setPen(pen(line));
    painter.setBrush(fill);
    for (int i = outlines; i > 0; --i) {
        const double offset = i * diagram_measure::stack_step;
        painter.drawRoundedRect(element.rect.translated(offset, -offset), radius, radius);
    }
}

void paint_bar(QPainter& painter, const QRectF& track, std::optional<double> share, const Theme& theme) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.grid);
    painter.drawRect(track);
    if (!share) return;
    const double height = track.height() * std::clamp(*share, 0.0, 1.0);
    painter.setBrush(*share > 1 ? theme.critical : *share > 0.9 ? theme.warning : theme.good);
    painter.drawRect(QRectF(track.left(), track.bottom() - height, track.width(), height));
}

void paint_slot(QPainter& painter, const RackSlot& slot, const QPointF& origin, const ElementLook& look,
                const PainterStyle& style, Detail detail, bool selected) {
    const Theme& theme = style.theme;
    const QRectF rect = slot.rect.translated(origin);
    const bool flat = slot.kind != ElementKind::server;
    painter.setPen(pen(selected ? theme.accent
                       : flat   ? theme.line
                                : theme.disabled,
                       selected            ? 1.5
                       : rect.height() > 6 ? 1
                                           : 0.5));
    painter.setBrush(flat ? theme.disabled : theme.window);
    const double radius = rect.height() > 12 ? 2 : 0.5;
    painter.drawRoundedRect(rect, radius, radius);
    painter.setPen(Qt::NoPen);
    if (flat) { // ports of a switch
        if (detail != Detail::all || rect.height() < 2.5) return;
        painter.setBrush(theme.panel);
        for (double x = rect.left() + 4; x < rect.right() - 4; x += 5)
            painter.drawRect(QRectF(x, rect.center().y() - 0.5, 3, 1));
        return;
    }
    painter.setBrush(look.fill);
    if (detail == Detail::all)
        for (const QRectF& cell : gpu_cells(rect, slot.gpus)) painter.drawRect(cell);
    else
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
}

void paint_label(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                 const PainterStyle& style) {
    const QRectF area = label_area(element);
    const QColor title = look.alarm ? look.frame : style.theme.text;
    write(painter, QRectF(area.left(), area.top(), area.width(), 18), Qt::AlignCenter, element.title,
          style.strong, title);
    QString below = element.subtitle;
    if (!look.figures.isEmpty())
        below = look.alarm || below.isEmpty() ? look.figures : below + QStringLiteral(" · ") + look.figures;
    // What is too wide leaves the part out, never the figure.
    if (QFontMetricsF(style.secondary).horizontalAdvance(below) > area.width() && !look.figures.isEmpty())
        below = look.figures;
    write(painter, QRectF(area.left(), area.top() + 17, area.width(), 16), Qt::AlignCenter, below,
          style.secondary, look.alarm ? look.frame : style.theme.secondary);
}

void paint_rack(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                const PainterStyle& style, Detail detail, const ElementMarks& marks) {
    using namespace rack_measure;
    const Theme& theme = style.theme;
    const QColor frame = look.frame.isValid() ? look.frame : theme.secondary;
    paint_stack(painter, element, theme.disabled, theme.panel, 3);
    painter.setPen(pen(frame, look.frame.isValid() ? 2 : 1.25));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(element.rect, 3, 3);
    const QPointF origin = element.rect.topLeft();
    if (detail == Detail::all && element.rack_u > 0) {
        painter.setPen(pen(theme.line));
        QList<QLineF> ticks;
        for (int u = 0; u <= element.rack_u; u += 2) {
            const double y = origin.y() + edge + u * unit;
            ticks.emplace_back(origin.x() + 3, y, origin.x() + (u % 10 == 0 ? 9 : 6), y);
        }
        painter.drawLines(ticks);
    }
    for (const RackSlot& slot : element.slots)
        paint_slot(painter, slot, origin, look, style, detail,
                   std::find(marks.selected_slots.begin(), marks.selected_slots.end(), slot.id) !=
                       marks.selected_slots.end());
    const double top = origin.y() + edge, height = element.rect.height() - 2 * edge;
    paint_bar(painter, {origin.x() + bars_left, top, bar_width, height}, look.power_share, theme);
    paint_bar(painter, {origin.x() + bars_left + bar_width + bar_gap, top, bar_width, height},
              look.heat_share, theme);
    if (detail == Detail::all)
        paint_label(painter, element, look, style);
    else
        write_small(painter, label_area(element), Qt::AlignHCenter | Qt::AlignTop, element.title, style,
                    look.alarm ? look.frame : theme.text);
}

void paint_tile(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                const PainterStyle& style) {
    painter.setPen(look.frame.isValid() ? pen(look.frame, 6) : QPen(Qt::NoPen));
    const bool hosts = element.kind == ElementKind::rack || element.kind == ElementKind::server;
    painter.setBrush(hosts && !element.slots.empty() ? look.fill : style.theme.disabled);
    painter.drawRect(element.rect);
}

void paint_switch(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                  const PainterStyle& style, Detail detail) {
    const Theme& theme = style.theme;
    paint_stack(painter, element, theme.disabled, theme.panel, corner);
    painter.setPen(pen(look.frame.isValid() ? look.frame : theme.secondary, look.frame.isValid() ? 2 : 1.25));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(element.rect, corner, corner);
    if (detail == Detail::all)
        write(painter, element.rect.adjusted(8, 0, -8, 0), Qt::AlignCenter, element.title, style.strong,
              theme.text);
    else
        write_small(painter, element.rect.adjusted(4, 0, -4, 0), Qt::AlignCenter, element.title, style,
                    theme.text);
}

/// Feeds, cooling and storage: a glyph, the name, the part or the load, and the load as a bar.
void paint_box(QPainter& painter, const DrawnElement& element, const ElementLook& look,
               const PainterStyle& style, Detail detail) {
    const Theme& theme = style.theme;
    paint_stack(painter, element, theme.disabled, theme.panel, corner);
    painter.setPen(pen(look.frame.isValid() ? look.frame : theme.disabled, look.frame.isValid() ? 2 : 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(element.rect, corner, corner);
    if (detail == Detail::tiles) return;
    paint_glyph(painter, element.kind, QRectF(element.rect.left() + 8, element.rect.center().y() - 8, 16, 16),
                theme.secondary);
    const QRectF text = element.rect.adjusted(32, 4, -8, -6);
    if (detail == Detail::all) {
        const bool two = !element.subtitle.isEmpty() || !look.figures.isEmpty();
        write(painter, two ? QRectF(text.left(), text.top(), text.width(), 16) : text,
              Qt::AlignLeft | Qt::AlignVCenter, element.title, style.strong,
              look.alarm ? look.frame : theme.text);
        const QRectF second(text.left(), text.top() + 15, text.width(), 14);
        const QFontMetricsF metrics(style.secondary);
        const double figures = metrics.horizontalAdvance(look.figures);
        const bool both = metrics.horizontalAdvance(element.subtitle) + figures + 8 <= second.width();
        const QColor colour = look.alarm ? look.frame : theme.text;
        // The part's name gives way to the load; the tooltip has both.
        if (!look.figures.isEmpty())
            write(painter, second,
                  (both && !element.subtitle.isEmpty() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                  look.figures, style.secondary, colour);
        if (look.figures.isEmpty() || both)
            write(painter, second, Qt::AlignLeft | Qt::AlignVCenter, element.subtitle, style.secondary,
                  theme.secondary);
    } else {
        write_small(painter, element.rect.adjusted(30, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                    element.title, style, theme.text);
    }
    if (look.power_share) {
        const QRectF track(element.rect.left() + 8, element.rect.bottom() - 5, element.rect.width() - 16, 2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.grid);
        painter.drawRect(track);
        painter.setBrush(*look.power_share > 1     ? theme.critical
                         : *look.power_share > 0.9 ? theme.warning
                                                   : theme.good);
        painter.drawRect(QRectF(track.left(), track.top(),
                                track.width() * std::clamp(*look.power_share, 0.0, 1.0), track.height()));
    }
}

void paint_container(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                     const PainterStyle& style) {
    const Theme& theme = style.theme;
    QColor fill = theme.panel;
    fill.setAlphaF(element.depth % 2 ? 0.0f : 0.45f); // every second level a shade lighter
    paint_stack(painter, element, theme.line, Qt::transparent, 6);
    painter.setPen(pen(look.frame.isValid() ? look.frame : theme.line, look.frame.isValid() ? 2 : 1));
    painter.setBrush(theme.window);
    if (element.count > 1) painter.drawRoundedRect(element.rect, 6, 6); // covers the outlines behind
    painter.setBrush(fill);
    painter.drawRoundedRect(element.rect, 6, 6);
}

void paint_note(QPainter& painter, const DrawnElement& element, const PainterStyle& style, Detail detail) {
    const Theme& theme = style.theme;
    QColor paper = theme.warning;
    paper.setAlphaF(0.10f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(paper);
    painter.drawRoundedRect(element.rect, 2, 2);
    painter.setBrush(theme.warning);
    painter.drawRect(QRectF(element.rect.left(), element.rect.top(), 2, element.rect.height()));
    if (detail != Detail::all) return;
    painter.setFont(style.body);
    painter.setPen(theme.text);
    painter.drawText(element.rect.adjusted(12, 8, -8, -8), Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop,
                     element.title);
}

} // namespace

void paint_container_name(QPainter& painter, const DrawnElement& element, const PainterStyle& style,
                          Detail detail) {
    const QRectF area = label_area(element);
    if (detail != Detail::all) {
        write_small(painter, area, Qt::AlignLeft | Qt::AlignVCenter, element.title, style,
                    style.theme.secondary);
        return;
    }
    const double width = std::min(area.width(), QFontMetricsF(style.strong).horizontalAdvance(element.title));
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.ground());
    painter.drawRoundedRect(QRectF(area.left() - 3, area.top() + 2, width + 6, area.height() - 4), 3, 3);
    write(painter, area, Qt::AlignLeft | Qt::AlignVCenter, element.title, style.strong,
          style.theme.secondary);
}

void paint_element(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                   const PainterStyle& style, Detail detail, const ElementMarks& marks) {
    switch (element.kind) {
    case ElementKind::rack:
    case ElementKind::server:
        if (detail == Detail::tiles)
            paint_tile(painter, element, look, style);
        else
            paint_rack(painter, element, look, style, detail, marks);
        break;
    case ElementKind::switch_:
        if (detail == Detail::tiles)
            paint_tile(painter, element, look, style);
        else
            paint_switch(painter, element, look, style, detail);
        break;
    case ElementKind::feed:
    case ElementKind::cooling:
    case ElementKind::storage: paint_box(painter, element, look, style, detail); break;
    case ElementKind::note: paint_note(painter, element, style, detail); break;
    case ElementKind::site:
    case ElementKind::room:
    case ElementKind::row:
    case ElementKind::pod: paint_container(painter, element, look, style); break;
    }
    if (!marks.selected && !marks.hovered) return;
    QColor mark = style.theme.accent;
    if (!marks.selected) mark.setAlphaF(0.4f);
    QPen outline(mark, 2);
    outline.setCosmetic(true);
    painter.setPen(outline);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(element.rect.adjusted(-3, -3, 3, 3), 5, 5);
}

} // namespace roofrack
