// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/measured_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>

namespace roofrack::test {

/// Curves of known laws with noise, on servers of 8 GPUs.
enum class MadeKind { amdahl, usl, mechanism, border, falling };
inline constexpr std::array made_kinds{MadeKind::amdahl, MadeKind::usl, MadeKind::mechanism, MadeKind::border,
                                       MadeKind::falling};
constexpr std::string_view name_of(MadeKind kind) {
    constexpr std::array<std::string_view, 5> names{"Amdahl", "USL", "mechanism", "step at a border",
                                                    "falling"};
    return names[static_cast<size_t>(kind)];
}

struct MadeCurve {
    MeasuredCurve curve;
    double noise = 0;     ///< standard deviation of ln rate
    double last_rate = 0; ///< at the largest count, without noise
};

/// 7 to 9 doublings from 1 or 8 GPUs on.
template<class Random>
MadeCurve made_curve(MadeKind kind, double noise, Random& random) {
    std::uniform_real_distribution<double> chance;
    std::normal_distribution<double> normal;
    const auto within = [&](double low, double high) { return low * std::pow(high / low, chance(random)); };
    const auto some = [&](double share, double most) {
        return chance(random) < share ? most * chance(random) : 0;
    };
    const double first = chance(random) < 0.5 ? 1 : 8;
    const int points = 7 + static_cast<int>(3 * chance(random));
    const double last = first * std::exp2(points - 1);
    double serial = within(1e-3, 0.3), pairs = 0, inside = 0, between = 0, trees = 0, step = 0;
    switch (kind) {
    case MadeKind::amdahl: break;
    case MadeKind::usl:
    case MadeKind::falling: {
        serial = within(1e-3, 0.1);
        const double peak = last * (kind == MadeKind::usl ? within(0.5, 4) : within(0.08, 0.35));
        pairs = (1 - serial) / (peak * peak);
        break;
    }
    case MadeKind::mechanism:
        serial = within(1e-5, 1e-2);
        inside = some(0.5, 0.5);
        between = some(0.7, 1);
        trees = some(0.5, 0.05);
        break;
    case MadeKind::border:
        serial = within(1e-4, 0.02);
        step = within(0.05, 1.5);
        between = some(0.5, 0.5);
        break;
    }
    const auto rate = [&](double n) {
        return 100 * n /
               (1 + serial * (n - 1) + pairs * n * (n - 1) + inside * (1 - 1 / std::min(n, 8.0)) +
                between * (1 - 1 / std::max(1.0, n / 8)) + trees * std::log2(n) + (n > 8 ? step : 0));
    };
    MadeCurve out;
    out.noise = noise;
    out.curve.node_gpus = 8;
    for (double n = first; n <= last; n *= 2)
        out.curve.points.push_back({n, rate(n) * std::exp(noise * normal(random)), 1});
    out.last_rate = rate(last);
    return out;
}

} // namespace roofrack::test
