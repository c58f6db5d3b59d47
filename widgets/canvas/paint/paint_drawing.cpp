// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_drawing.h"

#include "widgets/canvas/paint/paint_element.h"
#include "widgets/canvas/paint/paint_links.h"

namespace roofrack {

void paint_drawing(QPainter& painter, const Diagram& drawing, const OverlayStyle& overlay_style,
                   const DrawingText& text, const PainterStyle& style, const DrawScale& whole,
                   const QRectF& exposed) {
    constexpr size_t many = 600; // many elements in the whole drawing, so that its parts look alike
    DrawScale scale = whole;
    scale.plain = drawing.elements().size() > many || drawing.links().size() > many;
    const double around = 3 / scale.zoom; // the frame of a marked tile, in px
    const std::vector<int> seen =
        drawing.elements_in(exposed.adjusted(-around, -around, around, around)); // containers first
    size_t at = 0;
    const auto paint = [&](int index) {
        const DrawnElement& element = drawing.elements()[static_cast<size_t>(index)];
        paint_element(painter, element, overlay_style.element(element.id), style, scale,
                      !text.replaces_picture(index));
    };
    for (; at < seen.size() && seen[at] < drawing.containers(); ++at) paint(seen[at]);
    paint_links(painter, drawing, overlay_style, style, scale, exposed);
    for (; at < seen.size(); ++at) paint(seen[at]);
    text.paint(painter, style, exposed);
}

} // namespace roofrack
