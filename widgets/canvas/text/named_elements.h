// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/text/text_families.h"

namespace roofrack {

/// What was named, and where the names are: captions and ratios stand beside them. All in canvas units.
struct NamedElements {
    NamedElements(const Diagram& drawing, double zoom);

    std::vector<TextFamily> families;
    std::vector<unsigned char> captioned; ///< for each family: units with a second line
    std::vector<unsigned char> named;     ///< for each element: it is named
    std::vector<double> foot;             ///< for each element: where its name ends
    std::vector<double> start;            ///< for each unit: the left of its name
    std::vector<double> end;              ///< for each switch: the right of the box, its stack and its name
};

} // namespace roofrack
