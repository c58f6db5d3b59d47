// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

/// Moves ascending centres as little as a pass down and a pass up can, until neighbours are `gap` apart and
/// all lie in [low, high]. With less room than that, the last ones share the end.
void spread(std::vector<double>& centres, double gap, double low, double high);

} // namespace roofrack
