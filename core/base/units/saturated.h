// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <limits>

namespace roofrack {

/// The whole part of the value; beyond the type's range its nearest end, 0 for NaN. A plain cast of such a
/// value is undefined.
template<std::integral Integer>
constexpr Integer saturated(double value) {
    using Limits = std::numeric_limits<Integer>;
    if (value != value) return 0;
    if (value <= static_cast<double>(Limits::min())) return Limits::min();
    if (value >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<Integer>(value);
}

} // namespace roofrack
