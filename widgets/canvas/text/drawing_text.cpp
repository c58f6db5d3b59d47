// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/drawing_text.h"
#include "widgets/canvas/text/text_captions.h"
#include "widgets/canvas/text/text_containers.h"
#include "widgets/canvas/text/text_links.h"
#include "widgets/canvas/text/text_names.h"
#include "widgets/canvas/text/text_ratios.h"

#include <QFontMetricsF>
#include <QPainter>

#include <array>
#include <cmath>

namespace roofrack {

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
