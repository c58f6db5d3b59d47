// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Figures that are compared where none are named, the answers first: date, dollars, power, speed; then what
/// they are made of, and the plan last.
const std::vector<std::string>& first_figures();
/// Whether a decision rests on a figure of first_figures(): a report has these, and not the plan nor what the
/// others are made of.
bool is_main_figure(std::string_view name);
/// Every figure that is one value of its own, no item of a list.
std::vector<std::string> all_single_figures();

} // namespace roofrack
