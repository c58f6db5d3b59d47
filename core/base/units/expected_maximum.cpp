// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/expected_maximum.h"

#include <cmath>
#include <unordered_map>

namespace roofrack {

namespace {

/// ∫₀(1 − Φⁿ) − ∫⁰Φⁿ by the trapezoid rule, which for such smooth tails is exact to rounding.
double mean_of_largest(double n) {
    constexpr double step = 1.0 / 32, end = 10;
    const auto all_below = [n](double x) {
        return std::exp(n * std::log1p(-0.5 * std::erfc(x / std::sqrt(2.0))));
    };
    double sum = 0;
    for (double x = step; x < end; x += step) sum += 1 - all_below(x) - all_below(-x);
    return step * (sum + 0.5 - all_below(0));
}

} // namespace

double expected_maximum(double n) {
    if (n <= 1) return 0;
    // The same few counts are asked for over and over.
    thread_local std::unordered_map<double, double> known;
    if (known.size() > 10000) known.clear();
    const auto [found, added] = known.try_emplace(n);
    if (added) found->second = mean_of_largest(n);
    return found->second;
}

} // namespace roofrack
