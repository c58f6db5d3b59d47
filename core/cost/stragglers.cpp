// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/stragglers.h"

#include <cmath>
#include <unordered_map>

namespace roofrack {

namespace {

/// Mean of what lies at or below x with `at_or_below(Φ(x), 1 − Φ(x))`: ∫₀(1 − F) − ∫⁰F. The trapezoid rule,
/// which for such smooth tails is exact to rounding.
template<class Distribution>
double mean_of(Distribution at_or_below) {
    constexpr double step = 1.0 / 32, end = 10;
    const auto above = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
    const auto here = [&](double x) { return at_or_below(above(-x), above(x)); };
    double sum = 0;
    for (double x = step; x < end; x += step) sum += 1 - here(x) - here(-x);
    return step * (sum + 0.5 - here(0));
}

} // namespace

double expected_maximum(double n) {
    if (n <= 1) return 0;
    // The same few counts are asked for over and over.
    thread_local std::unordered_map<double, double> known;
    if (known.size() > 10000) known.clear();
    const auto [found, added] = known.try_emplace(n);
    if (added)
        found->second = mean_of([n](double, double above) { return std::exp(n * std::log1p(-above)); });
    return found->second;
}

double straggler_factor(double n, double cv) { return 1 + cv * expected_maximum(n); }

double straggler_cv(double persistent, double iid, double imbalance) {
    return std::sqrt(persistent * persistent + iid * iid + imbalance * imbalance);
}

double gpu_hours_lost(double wait, double gpus, double slow, double steps) {
    return wait * (gpus - slow) * steps / 3600;
}

} // namespace roofrack
