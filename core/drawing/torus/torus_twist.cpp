// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/torus/torus_twist.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace roofrack {

int twistable_axes(const std::vector<int>& dims) {
    constexpr int least = 4;
    if (dims.size() != 3) return 0;
    const auto [shortest, longest] = std::ranges::minmax(dims);
    if (shortest < least || longest != 2 * shortest) return 0;
    const auto is_end = [&](int dim) { return dim == shortest || dim == longest; };
    return std::ranges::all_of(dims, is_end) ? static_cast<int>(std::ranges::count(dims, longest)) : 0;
}

double twisted_distance(const std::vector<int>& dims, const std::vector<int>& from,
                        const std::vector<int>& to) {
    const int half = std::ranges::min(dims);
    // Along a long axis, the end `shift` further on.
    const auto links = [&](size_t axis, int shift) {
        const int apart = std::abs(to[axis] - from[axis] + shift) % dims[axis];
        return std::min(apart, dims[axis] - apart);
    };
    int best = std::numeric_limits<int>::max();
    constexpr int ways = 3 * 3; // ways of two short axes: each goes straight, closes forwards or backwards
    for (int way = 0; way < ways; ++way) {
        const int turns[] = {way % 3 - 1, way / 3 - 1};
        int sum = 0, turned = 0, next = 0;
        for (size_t axis = 0; axis < dims.size(); ++axis) {
            if (dims[axis] > half) continue;
            const int turn = turns[next++];
            sum += std::abs(to[axis] - from[axis] + turn * half);
            turned += turn;
        }
        for (size_t axis = 0; axis < dims.size(); ++axis)
            if (dims[axis] > half) sum += links(axis, turned * half);
        best = std::min(best, sum);
    }
    return best;
}

} // namespace roofrack
