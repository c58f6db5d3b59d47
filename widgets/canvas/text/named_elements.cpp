// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/named_elements.h"

#include "widgets/canvas/items/diagram_measure.h"

#include <algorithm>

namespace roofrack {
namespace {

constexpr double least_name_zoom = 0.2; ///< least name zoom of racks and units
constexpr double least_switch_zoom = 0.14;

} // namespace

NamedElements::NamedElements(const Diagram& drawing, double zoom)
    : families(zoom < least_switch_zoom ? std::vector<TextFamily>()
                                        : text_families(drawing, zoom >= least_name_zoom))
    , captioned(families.size(), 0)
    , named(drawing.elements().size(), 0)
    , foot(drawing.elements().size(), 0)
    , start(drawing.elements().size(), 0) {
    end.reserve(drawing.elements().size());
    for (const DrawnElement& element : drawing.elements())
        end.push_back(element.rect.right() +
                      diagram_measure::stack_step * std::clamp(element.count - 1, 0, 2));
}

} // namespace roofrack
