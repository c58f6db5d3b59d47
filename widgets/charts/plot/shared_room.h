// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

/// Moves ascending centres as little as a pass down and a pass up can, until neighbours are `gap` apart and
/// all lie in [low, high]. With less room than that, the last ones share the end.
void spread(std::vector<double>& centres, double gap, double low, double high);

/// Widths of columns side by side: each as wide as its contents want, and where `room` is too little the
/// widest give way to each other until all have the same.
std::vector<double> fitted_widths(std::vector<double> wanted, double room);

} // namespace roofrack
