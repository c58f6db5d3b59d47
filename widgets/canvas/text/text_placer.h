// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/drawing_text.h"

namespace roofrack {

/// Chooses the texts of a drawing, the most important first; each takes the room it needs. The rules:
///  - A word stands on free ground: clear of other words, boxes, stacks and the borders of containers. Inside
///    its box it keeps 4 px to the frame.
///  - What finds no room gets smaller, then loses its picture or the words it shares with its family, then
///    (a switch) stands beside its box, and only then is cut. From 1:1 up nothing is left out.
///  - A family (a row, or names that differ in their number alone) has one size, one wording and one place;
///    it is named as a whole or not at all. So have containers of one depth.
///  - A link is broken by one word at most; names of containers keep off links as long as they can.
DrawingText placed_texts(const Diagram& drawing, const OverlayStyle& overlay_style, const PainterStyle& style,
                         double zoom);

} // namespace roofrack
