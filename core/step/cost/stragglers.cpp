// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/stragglers.h"

#include "core/base/units/common_units.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace roofrack {

namespace {

double below(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); } // Φ

/// Φ⁻¹ of a share between 0 and 1.
double quantile(double share) {
    double low = -9, high = 9;
    for (int i = 0; i < 60; ++i) (below((low + high) / 2) < share ? low : high) = (low + high) / 2;
    return (low + high) / 2;
}

} // namespace

double expected_order(double n, int k) {
    constexpr double step = 1.0 / 64, end = 10;
    // P(at most k − 1 of n are above x).
    const auto all_below = [&](double x) {
        const double above = std::log(0.5 * std::erfc(x / std::sqrt(2.0)));
        const double under = std::log(below(x));
        double sum = 0;
        for (int j = 0; j < k && j <= n; ++j)
            sum += std::exp(std::lgamma(n + 1) - std::lgamma(j + 1.0) - std::lgamma(n - j + 1) +
                            (j > 0 ? j * above : 0) + (n - j > 0 ? (n - j) * under : 0));
        return std::min(1.0, sum);
    };
    double sum = 0;
    for (double x = step; x < end; x += step) sum += 1 - all_below(x) - all_below(-x);
    return step * (sum + 0.5 - all_below(0));
}

double expected_slowest(double n, double persistent, double varying, double drained) {
    const double spread = std::sqrt(persistent * persistent + varying * varying);
    if (spread <= 0 || n <= 0) return 0;
    if (persistent <= 0 || drained <= 0) return spread * expected_maximum(n);
    const double cut = quantile(1 - drained); // cut of the lasting speed, in its own spread
    const double v = std::max(varying / spread, 1e-7), p = std::sqrt(1 - v * v), left = below(cut);
    // Density of one step in units of the spread: normal, times the share of those that take x whose lasting
    // speed, N(p·x, v²) in its own spread, is below the cut.
    const auto density = [&](double x) {
        return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi) * below((cut - p * x) / v) / left;
    };
    // It bends only about x = cut / p, within v / p of it, and the maximum of many lies close below:
    // Simpson's rule from the top down, finer there.
    constexpr double end = 9;
    const double from = std::clamp((cut - end * v) / p, -end, end),
                 to = std::clamp((cut + end * v) / p, -end, end);
    double above = 0, mean = -end; // P(slower than x), ∫ of (1 − P(all n faster)) − end
    const auto any_above = [&] { return -std::expm1(n * std::log1p(-std::min(above, 1.0))); };
    const auto down = [&](double high, double low, int panels) {
        if (high <= low) return;
        const double width = (high - low) / panels;
        double upper = density(high), sum = any_above();
        for (int i = 1; i <= panels; ++i) {
            const double x = high - i * width, lower = density(x);
            above += width / 6 * (upper + 4 * density(x + width / 2) + lower);
            upper = lower;
            sum += any_above() * (i == panels ? 1 : i % 2 == 1 ? 4 : 2);
        }
        mean += width / 3 * sum;
    };
    down(end, to, 384);
    down(to, from, 384);
    double high = from;
    for (double reach = 1e-6; high > -end; reach *= 8)
        down(std::exchange(high, std::max(-end, from - reach)), std::max(-end, from - reach),
             reach < 0.1 ? 96 : 384);
    return spread * mean;
}

double straggler_factor(double n, double cv) { return 1 + cv * expected_maximum(n); }

double straggler_cv(double persistent, double iid, double imbalance) {
    return std::sqrt(persistent * persistent + iid * iid + imbalance * imbalance);
}

double gpu_hours_lost(double wait, double gpus, double slow, double steps) {
    return wait * (gpus - slow) * steps / seconds_an_hour;
}

} // namespace roofrack
