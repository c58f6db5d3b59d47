// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/swing.h"

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
    const double last = std::min(std::floor(high * step), 1e5);
    double squares = 0;
    for (double k = std::max(1.0, std::ceil(low * step)); k <= last; ++k)
        squares += std::pow(harmonic(static_cast<int>(k)).si(), 2);
    return Watts(std::sqrt(squares));
}

Joules LoadSwing::filler(Watts floor) const { return std::min(floor, amplitude) * step * (1 - duty); }

Joules LoadSwing::storage() const { return amplitude * step * (duty * (1 - duty)); }

Seconds LoadSwing::longest_flattened(Joules energy) const {
    return energy / (amplitude * (duty * (1 - duty)));
}

} // namespace roofrack
