// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack {

/// Figures that are compared where none are named, the answers first: date, dollars, power, speed; then what
/// they are made of, and the plan last.
const std::vector<std::string>& first_figures();
/// Every figure that is one value of its own, no item of a list.
std::vector<std::string> all_single_figures();

} // namespace roofrack
