// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/drawing_text.h"
#include "widgets/canvas/text/named_elements.h"
#include "widgets/canvas/text/text_board.h"
#include "widgets/canvas/text/text_captions.h"
#include "widgets/canvas/text/text_containers.h"
#include "widgets/canvas/text/text_links.h"
#include "widgets/canvas/text/text_names.h"

#include <QFontMetricsF>
#include <QPainter>

#include <array>
#include <cmath>

namespace roofrack {

namespace {

/// Writes the oversubscription of switches: right beside the switch or not at all, on a ground of its own:
/// more down than up in the colour of a warning, the rest quiet.
void write_ratios(TextBoard& board, const NamedElements& names) {
    constexpr double binding_zoom = 0.3, quiet_zoom = 0.5, least = 9.5;
    if (board.zoom() < binding_zoom) return;
    const auto& elements = board.drawing().elements();
    for (size_t i = static_cast<size_t>(board.drawing().containers()); i < elements.size(); ++i) {
        const DrawnElement& element = elements[i];
        for (const SwitchRatio& ratio : element.ratios) {
            if (!ratio.binds && board.zoom() < quiet_zoom) continue;
            const TextBoard::Line words =
                board.line(ratio.text, ratio.binds ? Theme::Role::strong : Theme::Role::secondary, least,
                           board.style().theme.secondary);
            const double beside = 7 * words.scale, y = element.rect.top() + ratio.y - words.height() / 2;
            const double patch = DrawingText::ground_beside * words.scale;
            const auto try_at = [&](double x, TextBoard::Links links) {
                const QRectF area(x - patch, y, words.width() + 2 * patch, words.height());
                return board.taken().is_free(area, static_cast<int>(i)) && board.borders().is_free(area) &&
                       board.put(words, {x, y}, static_cast<int>(i), links);
            };
            const double right = names.end[i] + beside, left = element.rect.left() - beside - words.width();
            if (!try_at(right, TextBoard::Links::clear) && !try_at(left, TextBoard::Links::clear) &&
                !try_at(right, TextBoard::Links::once) && !try_at(left, TextBoard::Links::once))
                continue;
            const QColor ground = board.ground_at(board.last().area.center());
            const Theme& theme = board.style().theme;
            DrawnText& written = board.last();
            written.ground = ratio.binds ? PainterStyle::mixed(ground, theme.warning, 0.16) : ground;
            if (ratio.binds) written.colour = theme.readable(theme.warning, written.ground);
        }
    }
}

} // namespace

DrawingText DrawingText::make(const Diagram& drawing, const OverlayStyle& overlay_style,
                              const PainterStyle& style, double zoom) {
    constexpr double note_zoom = 0.5; // below it only names are written
    TextBoard board(drawing, overlay_style, style, zoom);
    NamedElements names(drawing, board.zoom());
    ContainerNames(board).write();
    FamilyNames(board, names).write();
    write_ratios(board, names);
    LinkLabels labels(board);
    labels.write();
    if (detail_at(board.zoom()) == Detail::tiles) labels.write_bundles();
    Captions captions(board, names);
    if (board.zoom() >= note_zoom) captions.write();
    const auto& elements = drawing.elements();
    for (size_t i = static_cast<size_t>(drawing.containers()); i < elements.size(); ++i)
        if (elements[i].kind == ElementKind::note) captions.write_note(static_cast<int>(i));
    return board.finished();
}

void DrawingText::paint(QPainter& painter, const PainterStyle& style, const QRectF& exposed) const {
    const std::array<const QFont*, 3> fonts{&style.body, &style.strong, &style.secondary};
    std::array<double, 3> ascents;
    for (size_t i = 0; i < fonts.size(); ++i) ascents[i] = QFontMetricsF(*fonts[i]).ascent();
    const QTransform view = painter.worldTransform();
    const double zoom = view.m11();
    const double dots = painter.device()->devicePixelRatioF();
    // Text stands on the same dot wherever the part that is painted begins: not away from zero, and never
    // between two.
    const auto whole = [dots](double place) { return std::floor(place * dots + 0.5001) / dots; };
    for (const DrawnText& text : m_texts) {
        const double around = (ground_beside + 1) * text.scale;
        if (!text.area.adjusted(-around, -around, around, around).intersects(exposed)) continue;
        if (text.ground.isValid()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(text.ground);
            const double margin = ground_beside * text.scale;
            painter.drawRoundedRect(text.area.adjusted(-margin, 0, margin, 0), margin, margin);
        }
        const auto role = static_cast<size_t>(text.role);
        const double size = text.scale * zoom;
        // The line starts on a whole dot: its letters stay sharp.
        QPointF at = view.map(text.area.topLeft() + QPointF(0, ascents[role] * text.scale));
        at = {whole(at.x()), whole(at.y())};
        painter.setWorldTransform(QTransform(size, 0, 0, size, at.x(), at.y()));
        painter.setFont(*fonts[role]);
        if (text.halo.isValid()) {
            // Copies around the word: a stroke along its outlines would cost more than the whole drawing.
            painter.setPen(text.halo);
            for (const QPointF beside : {QPointF(-1.5, -1.5), QPointF(1.5, -1.5), QPointF(-1.5, 1.5),
                                         QPointF(1.5, 1.5), QPointF(-2, 0), QPointF(2, 0)})
                painter.drawText(beside, text.text);
        }
        painter.setPen(text.colour);
        painter.drawText(QPointF(), text.text);
        painter.setWorldTransform(view);
    }
}

QRectF changed_area(const DrawingText& before, const DrawingText& after) {
    QRectF changed;
    const auto &a = before.texts(), &b = after.texts();
    const auto add = [&](const DrawnText& text) {
        const double beside = 4 * text.scale;
        changed |= text.area.adjusted(-beside, -2, beside, 2);
    };
    size_t i = 0, k = 0;
    while (i < a.size() || k < b.size()) {
        const bool same = i < a.size() && k < b.size() && a[i].text == b[k].text;
        if (same && a[i].area == b[k].area && a[i].ground == b[k].ground) {
            ++i, ++k;
            continue;
        }
        // A word that came or went shifts the others by one.
        const bool went = !same && i + 1 < a.size() && k < b.size() && a[i + 1].text == b[k].text;
        const bool came = !same && i < a.size() && k + 1 < b.size() && a[i].text == b[k + 1].text;
        const bool swapped = went && came;
        if (i < a.size() && (!came || swapped)) add(a[i++]);
        if (k < b.size() && (!went || swapped)) add(b[k++]);
    }
    return changed;
}

} // namespace roofrack
