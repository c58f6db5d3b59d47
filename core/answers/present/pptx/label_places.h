// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace roofrack {

/// A point of a plot, in shares of its width and height from the lower left.
struct PlotPoint {
    double x = 0, y = 0;
};

struct PlotArea {
    double left = 0, right = 0, bottom = 0, top = 0;

    static PlotArea around(const PlotPoint& centre, double width, double height);
    bool meets(const PlotArea& other) const;
};

/// What is said at a point, as large as it is in that plot.
struct MarkLabel {
    PlotPoint mark{};
    double width = 0, height = 0;
};

/// The ground on which labels are placed.
struct LabelGround {
    std::vector<std::vector<PlotPoint>> lines{}; ///< ascending in x: no label lies over one
    std::vector<double> borders{};               ///< upright lines: a label crosses one only where it must
    std::vector<PlotArea> taken{};               ///< by other words
    double aspect = 1;                           ///< width ÷ height of the plot
};

/// The centre of each label, clear of lines, words, marks and the labels before it, as near to its mark as
/// there is room; none: there is none near by.
std::vector<std::optional<PlotPoint>> label_places(const std::vector<MarkLabel>& labels,
                                                   const LabelGround& ground);

} // namespace roofrack
