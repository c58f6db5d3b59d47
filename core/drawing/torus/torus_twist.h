// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

/// Axes of twice the length in a torus that can be twisted: 1 of k × k × 2k, 2 of k × 2k × 2k, k from 4 on
/// (Google Cloud's documents of TPU v4 and v5p; Jouppi 2023, arXiv 2304.01433, section 2.8); 0 of any other.
int twistable_axes(const std::vector<int>& dims);

/// Links between two crossings of such a torus when it is twisted: what closes a short axis arrives half way
/// round the long ones. By the shortest way; `from` and `to` hold a coordinate an axis.
double twisted_distance(const std::vector<int>& dims, const std::vector<int>& from,
                        const std::vector<int>& to);

} // namespace roofrack
