// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/paint_drawing.h"

#include "widgets/canvas/paint/paint_element.h"
#include "widgets/canvas/paint/paint_links.h"

#include <optional>

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
    std::optional<PainterStyle> faded; // most drawings have nothing that is to be sold
    const auto paint = [&](int index) {
        const DrawnElement& element = drawing.elements()[static_cast<size_t>(index)];
        const ElementStyle& element_style = overlay_style.element(element.id);
        const bool picture = !text.replaces_picture(index);
        if (!element_style.is_sold)
            return paint_element(painter, element, element_style, style, scale, picture);
        if (!faded) faded = style.faded();
        ElementStyle sold = element_style;
        sold.fill = PainterStyle::faded(sold.fill, style.theme);
        sold.sold_inside.clear(); // all of it is faded already
        paint_element(painter, element, sold, *faded, scale, picture);
    };
    for (; at < seen.size() && seen[at] < drawing.containers(); ++at) paint(seen[at]);
    paint_links(painter, drawing, overlay_style, style, scale, exposed);
    for (; at < seen.size(); ++at) paint(seen[at]);
    text.paint(painter, style, exposed);
}

} // namespace roofrack
