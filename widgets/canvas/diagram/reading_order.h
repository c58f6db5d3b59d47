// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"

namespace roofrack {

/// The ids as one reads the drawing: by rows from the top, in each from the left; a container before what it
/// holds, boxes in a rack right after it from the top; links at the end.
std::vector<std::string> in_reading_order(const Diagram& drawing, std::vector<std::string> ids);

/// All that is drawn, boxes in racks and links too, in reading order.
std::vector<std::string> reading_order(const Diagram& drawing);

/// The nearest element in a direction (a unit vector along an axis), boxes in racks left out; from an id that
/// is not drawn the first in reading order. Empty when nothing stands that way.
std::string neighbour(const Diagram& drawing, const std::string& from, const QPointF& way);

} // namespace roofrack
