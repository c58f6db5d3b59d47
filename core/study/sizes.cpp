// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sizes.h"

#include "core/study/scaling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace roofrack {

namespace {

std::vector<double> ascending(std::vector<double> counts) {
    std::ranges::sort(counts);
    counts.erase(std::ranges::unique(counts).begin(), counts.end());
    return counts;
}

} // namespace

std::vector<double> gpu_counts(double first, double last) {
    std::vector<double> out;
    if (!(first >= 1) || !(last >= first)) return out;
    out.push_back(first);
    for (double n = std::exp2(std::floor(std::log2(first)) + 1); n < last; n *= 2) out.push_back(n);
    if (last > first) out.push_back(last);
    return out;
}

StudyRange study_range(double drawn_gpus, double scale_up_domain) {
    constexpr double most_gpus = 131072;
    const StudyRange range{std::max(1.0, std::min(8.0, scale_up_domain)),
                           std::max(drawn_gpus, std::min(most_gpus, 8 * drawn_gpus))};
    return range.last <= 64 ? StudyRange{1, 64} : range;
}

std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain) {
    const auto [first, last] = study_range(drawn_gpus, scale_up_domain);
    std::vector<double> counts;
    double least = drawn_gpus;
    for (double gpus = drawn_gpus; gpus >= first && gpus == std::floor(gpus); gpus /= 2)
        counts.push_back(least = gpus);
    for (double gpus = first; 2 * gpus <= least; gpus *= 2) counts.push_back(gpus);
    for (double gpus = 2 * drawn_gpus; drawn_gpus > 0 && gpus <= last; gpus *= 2) counts.push_back(gpus);
    return ascending(std::move(counts));
}

std::vector<double> dense_counts(double drawn_gpus, double block, StudyRange range) {
    constexpr double blocks = 64;
    const auto [first, last] = range;
    std::vector<double> counts;
    if (!(first >= 1) || !(last >= first) || !(drawn_gpus >= 1)) return counts;
    block = std::max(1.0, std::round(block));
    const auto add = [&, first = first, last = last](double gpus) {
        if (gpus >= first && gpus <= last) counts.push_back(gpus);
    };
    add(first);
    add(last);
    for (double gpus = 1; gpus <= 8 && gpus < block; ++gpus) add(gpus);
    for (double i = 1; i < blocks; ++i) add(i * block);
    // Whole blocks, so that no server stands half used.
    const auto add_near = [&](double gpus) {
        add(gpus < block ? std::round(gpus) : block * std::round(gpus / block));
    };
    double octave = drawn_gpus;
    while (octave > first) octave /= 2;
    for (; octave <= last; octave *= 2) {
        add(std::round(octave)); // the drawn count itself may hold a part of a block
        for (const double step : {1.25, 1.5, 1.75}) add_near(step * octave);
    }
    return ascending(std::move(counts));
}

double whole_replicas(const Plan& plan, double block) {
    const double replica =
        static_cast<double>(std::max(1, plan.tp)) * std::max(1, plan.pp) * std::max(1, plan.cp);
    constexpr double most = 1e9; // their least common multiple is found in whole numbers
    return replica < most && block < most
               ? static_cast<double>(std::lcm(static_cast<long long>(replica), static_cast<long long>(block)))
               : std::max(replica, block);
}

double shown_gpus(const ScaleResult& study, double gpus) {
    constexpr double same_place = 0.02; ///< share of a count within which two of them are one
    // The nearest studied size: 512 must not be called 504, although that is within the tolerance, too.
    const ScalePoint* nearest = nullptr;
    const auto distance = [&](const ScalePoint& point) { return std::abs(point.gpus - gpus); };
    for (const ScalePoint& point : study.points)
        if (point.feasible && distance(point) < same_place * gpus &&
            (!nearest || distance(point) < distance(*nearest)))
            nearest = &point;
    if (nearest) return nearest->gpus;
    if (!(gpus >= 100)) return gpus;
    const double unit = std::pow(10, std::floor(std::log10(gpus)) - 1);
    return std::round(gpus / unit) * unit;
}

} // namespace roofrack
