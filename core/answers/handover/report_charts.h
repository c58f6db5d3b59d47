// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The colour of bars.
inline constexpr std::string_view report_bar_colour = "#3b6fb6";

/// A bar of a picture: its name, how long it is, and what stands behind it.
struct ReportBar {
    std::string label;
    double value = 0; ///< below 0: to the left of the line that bars begin at
    std::string text;
};
/// Bars below each other, the longest across; an SVG picture.
std::string bars_svg(const std::vector<ReportBar>& bars);

/// Speedup over GPUs on logarithmic axes, each stretch in the colour of its regime, with the ideal; empty
/// where fewer than two sizes run.
std::string scaling_svg(const ScaleResult& scale);

} // namespace roofrack
