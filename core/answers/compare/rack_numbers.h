// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

/// Numbers of racks below `racks` that may divide a batch better, the largest first: those next to it, and
/// down to its half the multiples of 2ᵏ and 3 × 2ᵏ. All of them whole steps of so many racks below it; what
/// no step divides stays as it is.
std::vector<int> better_divided(int racks, int step);
/// The numbers of better_divided() whose steps are a multiple of the highest 2ᵏ, and of the highest 3 × 2ᵏ.
std::vector<int> best_divided(int racks, int step);
/// The numbers of better_divided(), first those whose steps the highest 2ᵏ divides, of equal ones the
/// largest.
std::vector<int> best_divided_first(int racks, int step);

} // namespace roofrack
