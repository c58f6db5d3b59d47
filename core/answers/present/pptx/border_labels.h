// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/pptx/label_places.h"
#include "core/answers/present/pptx/type_ruler.h"

#include <string>
#include <vector>

namespace roofrack {

/// What is said at an upright line of a plot, in lines between '\n'.
struct BorderText {
    double x = 0; ///< share of the plot's width
    std::string text{};
};

struct BorderLabel {
    std::string text{};    ///< with more breaks where the room is narrow
    bool is_right = false; ///< it stands at the right of its line, else at the left
    PlotArea area{};
};

/// Where the texts of borders, which ascend in x, stand at the foot of a plot of `width` × `height` px: each
/// beside its line, within the plot and apart from the next line. A label that ran past the chart would be
/// worse than a long one: programs shrink the chart to the label, and no longer over what lies behind it.
std::vector<BorderLabel> border_labels(const std::vector<BorderText>& borders, double width, double height,
                                       double type, const TypeRuler& ruler);

} // namespace roofrack
