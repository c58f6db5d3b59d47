// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/shown_gpus.h"

#include <cmath>

namespace roofrack {

double shown_gpus(const ScaleResult& study, double gpus) {
    constexpr double same_place = 0.02; ///< share of a count within which two of them are one
    // The nearest: 512 is not called 504, which is close to it, too.
    const ScalePoint* nearest = nullptr;
    const auto apart = [&](const ScalePoint& point) { return std::abs(point.gpus - gpus); };
    for (const ScalePoint& point : study.points)
        if (point.feasible && apart(point) < same_place * gpus &&
            (!nearest || apart(point) < apart(*nearest)))
            nearest = &point;
    if (nearest) return nearest->gpus;
    if (!(gpus >= 100)) return gpus;
    const double unit = std::pow(10, std::floor(std::log10(gpus)) - 1);
    return std::round(gpus / unit) * unit;
}

} // namespace roofrack
