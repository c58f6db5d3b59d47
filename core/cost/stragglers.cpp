// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/stragglers.h"

#include <algorithm>
#include <cmath>
#include <numbers>
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
    constexpr int steps = 2000;
    const double cut = drained > 0 ? quantile(1 - drained) : 9; // of the lasting speed, in its own spread
    const double low = -9 * spread, high = 9 * spread, width = (high - low) / steps;
    // P(a rank is faster than x): over the lasting speeds that are left, in their quantiles.
    const auto faster = [&](double x) {
        if (persistent <= 0) return below(x / varying);
        if (varying <= 0) return below(std::min(cut, x / persistent)) / below(cut);
        constexpr int parts = 200;
        double sum = 0;
        const double from = -9, part = (cut - from) / parts;
        for (int i = 0; i < parts; ++i) {
            const double p = from + (i + 0.5) * part;
            sum += std::exp(-p * p / 2) * below((x - persistent * p) / varying);
        }
        return sum * part / std::sqrt(2 * std::numbers::pi) / below(cut);
    };
    double mean = low;
    for (int i = 0; i < steps; ++i)
        mean += width * (1 - std::pow(std::min(1.0, faster(low + (i + 0.5) * width)), n));
    return mean;
}

double expected_maximum(double n) {
    if (n <= 1) return 0;
    // The same few counts are asked for over and over.
    thread_local std::unordered_map<double, double> known;
    if (known.size() > 10000) known.clear();
    const auto [found, added] = known.try_emplace(n);
    if (added) found->second = mean_of_largest(n);
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
