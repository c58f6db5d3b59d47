// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "canvas/looks.h"
#include "canvas/painter_style.h"

class QPainter;

namespace roofrack {

struct ElementMarks {
    bool selected = false;
    bool hovered = false;
    std::vector<std::string> selected_slots; ///< ids of selected servers and switches inside the rack
};

/// Paints one element at its place in canvas units. The one painter of screen and export.
void paint_element(QPainter& painter, const DrawnElement& element, const ElementLook& look,
                   const PainterStyle& style, Detail detail, const ElementMarks& marks = {});

/// The name of a site, room, row or pod; painted over the links, which may cross its corner.
void paint_container_name(QPainter& painter, const DrawnElement& element, const PainterStyle& style,
                          Detail detail);

} // namespace roofrack
