// SPDX-License-Identifier: GPL-3.0-or-later
// How the canvas brings a drawing into its view.
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/zoom_bar.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

void Canvas::fit() {
    const QRectF bounds = drawing().bounds();
    if (bounds.isEmpty() || viewport()->width() < 32) return;
    constexpr double largest = 1.25;
    const double margin = m_theme.spacing(12);
    const QSizeF legend = legend_size(looks().legend(), m_theme);
    const auto zoom_in = [&](const QRectF& room) {
        return std::min({room.width() / bounds.width(), room.height() / bounds.height(), largest});
    };
    const auto fill = [&](const QRectF& room) {
        set_zoom(zoom_in(room), {});
        const QPointF off = QRectF(viewport()->rect()).center() - room.center();
        centerOn(bounds.center() + off / zoom());
    };
    const auto room_in = [&](const QRectF& view) {
        return beside_legend(view, legend, bounds.size(), margin);
    };
    const auto fit_into = [&](const QRectF& room) {
        fill(room);
        if (const QRectF inner = without_words_beyond(room); inner != room && inner.isValid()) fill(inner);
    };
    const QRectF view = QRectF(viewport()->rect()).adjusted(margin, margin, -margin, -margin);
    fit_into(room_in(view));
    // Beside or above the zoom's buttons, where they would cover something.
    constexpr double gap = 4;
    const QRectF buttons = QRectF(m_zoom_bar->geometry()).adjusted(-gap, -gap, gap, gap);
    if (is_drawn_in(buttons)) {
        const double wide = view.right() - buttons.left(), high = view.bottom() - buttons.top();
        const QRectF beside = room_in(view.adjusted(0, 0, -wide, 0)),
                     above = room_in(view.adjusted(0, 0, 0, -high));
        fit_into(zoom_in(beside) >= zoom_in(above) ? beside : above);
    }
    m_auto_fit = true;
}

/// Names that stand beside the outermost things need room too.
QRectF Canvas::without_words_beyond(const QRectF& view) {
    QRectF words;
    for (const DrawnText& text : m_scene.text(zoom()).texts()) words |= text.area;
    if (words.isEmpty()) return view;
    words = viewportTransform().mapRect(words);
    return view.adjusted(std::max(0.0, view.left() - words.left()), std::max(0.0, view.top() - words.top()),
                         std::min(0.0, view.right() - words.right()),
                         std::min(0.0, view.bottom() - words.bottom()));
}

bool Canvas::is_drawn_in(const QRectF& view) {
    const QRectF area = viewportTransform().inverted().mapRect(view);
    if (!drawing().links_in(area).empty()) return true;
    for (const int index : drawing().elements_in(area)) {
        const DrawnElement& element = drawing().elements()[static_cast<size_t>(index)];
        if (index >= drawing().containers() || !element.rect.contains(area)) return true; // on its border
    }
    return std::ranges::any_of(m_scene.text(zoom()).texts(),
                               [&](const DrawnText& text) { return text.area.intersects(area); });
}

void Canvas::fit_selection() {
    const QRectF area = area_of(m_document.selection().ids());
    if (area.isNull()) return fit();
    constexpr double largest = 2;
    const double margin = m_theme.spacing(40);
    const QRectF room = QRectF(viewport()->rect()).adjusted(margin, margin, -margin, -margin);
    if (room.width() < 32 || room.height() < 32) return;
    set_zoom(std::min({room.width() / std::max(1.0, area.width()),
                       room.height() / std::max(1.0, area.height()), largest}),
             {});
    centerOn(area.center());
}

} // namespace roofrack
