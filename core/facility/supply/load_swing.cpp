// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/load_swing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace roofrack {

Watts LoadSwing::harmonic(int k) const {
    const double angle = k * std::numbers::pi;
    return amplitude * (2 / angle * std::abs(std::sin(angle * duty)));
}

Watts LoadSwing::band(Hertz low, Hertz high) const {
    if (step <= Seconds(0)) return {};
    constexpr double most = 1e5;
    const int first = static_cast<int>(std::clamp(std::ceil(low * step), 1.0, most + 1)),
              last = static_cast<int>(std::clamp(std::floor(high * step), 0.0, most));
    double squares = 0;
    for (int k = first; k <= last; ++k) squares += std::pow(harmonic(k).si(), 2);
    return Watts(std::sqrt(squares));
}

} // namespace roofrack
