// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/curve/curve_line.h"

#include "core/study/sizes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace roofrack {

namespace {

bool runs_with_progress(const ScalePoint& point) { return point.feasible && point.progress > 0; }

/// Something else says already that there is the most.
bool is_peak_named(const ScaleResult& study) {
    const double peak = study.peak_gpus;
    return peak == study.drawn_gpus || std::ranges::any_of(study.borders, [&](const ScaleBorder& border) {
               return shown_gpus(study, border.gpus) == shown_gpus(study, peak);
           });
}

/// RegimeStretch::faster_gpus, of points that ascend.
double faster_before(const std::vector<ScalePoint>& points, const RegimeStretch& stretch) {
    if (stretch.regime == Regime::degrading) return 0; // its name says so
    const ScalePoint* best = nullptr;
    double here = 0;
    for (const ScalePoint& point : points)
        if (point.gpus < stretch.from * (1 - 1e-9)) {
            if (!best || point.progress > best->progress) best = &point;
        } else if (point.gpus <= stretch.to) {
            here = std::max(here, point.progress);
        }
    return best && here > 0 && here < best->progress ? best->gpus : 0;
}

} // namespace

std::vector<ScalePoint> points_that_run(const ScaleResult& study) {
    std::vector<ScalePoint> out;
    std::ranges::copy_if(study.points, std::back_inserter(out), runs_with_progress);
    return out;
}

std::vector<ScalePoint> line_of(const ScaleResult& study) {
    std::vector<ScalePoint> out = points_that_run(study);
    std::erase_if(out, [](const ScalePoint& point) { return point.divides_badly; });
    return out;
}

std::optional<SizesWithoutLine> sizes_without_line(const ScaleResult& study, size_t gap) {
    const SizesWithoutPlan& sizes = study.gaps[gap];
    const std::vector<ScalePoint> points = line_of(study);
    const auto next = std::ranges::upper_bound(points, sizes.to, {}, &ScalePoint::gpus);
    const auto after = std::ranges::lower_bound(points, sizes.from, {}, &ScalePoint::gpus);
    const double before = after == points.begin() ? 0 : std::prev(after)->gpus;
    if (after != next) return std::nullopt; // the line has a size among them
    if (before > 0 && next != points.end() && next->gpus <= most_bridged * before) return std::nullopt;
    SizesWithoutLine out{sizes.from, sizes.to};
    // Beside sizes that cannot run for another reason it ends where those begin.
    const bool is_after_gap = gap > 0 && study.gaps[gap - 1].to > before;
    if (before > 0 && !is_after_gap) out.from = std::sqrt(before * sizes.from);
    if (next != points.end()) out.to = std::sqrt(sizes.to * next->gpus);
    if (gap + 1 < study.gaps.size() && (next == points.end() || study.gaps[gap + 1].from < next->gpus))
        out.to = study.gaps[gap + 1].from;
    return out;
}

std::vector<RegimeStretch> regime_stretches(const ScaleResult& study) {
    const std::vector<ScalePoint> points = points_that_run(study);
    if (points.size() < 2) return {};
    const Regime first =
        study.borders.empty() ? points.back().regime.value_or(Regime::linear) : study.borders.front().from;
    std::vector<RegimeStretch> out{{first, points.front().gpus, points.back().gpus}};
    for (const ScaleBorder& border : study.borders) {
        out.back().to = border.gpus;
        out.push_back({border.to, border.gpus, points.back().gpus, &border});
    }
    for (RegimeStretch& stretch : out) stretch.faster_gpus = faster_before(points, stretch);
    return out;
}

std::optional<double> value_between(const std::vector<ScalePoint>& points, double gpus,
                                    const std::function<double(const ScalePoint&)>& value) {
    const auto next = std::ranges::lower_bound(points, gpus, {}, &ScalePoint::gpus);
    if (next == points.end()) return std::nullopt;
    double here = value(*next);
    if (next->gpus != gpus) {
        if (next == points.begin()) return std::nullopt;
        const ScalePoint& before = *std::prev(next);
        const double share = std::log(gpus / before.gpus) / std::log(next->gpus / before.gpus);
        const double low = value(before);
        here = std::exp(std::log(low) + share * std::log(here / low));
    }
    return std::isfinite(here) ? std::optional(here) : std::nullopt;
}

std::vector<CurveMark> curve_marks(const ScaleResult& study, ScaleQuantity quantity) {
    const auto value = [&](const ScalePoint& point) { return quantity_of(quantity, point, study); };
    std::vector<CurveMark> out;
    if (const ScalePoint* drawn = study.at(study.drawn_gpus); drawn && runs_with_progress(*drawn))
        if (const double here = value(*drawn); std::isfinite(here))
            out.push_back({CurveMark::Kind::drawn, drawn->gpus, here});
    const std::vector<ScalePoint> line = line_of(study);
    if (line.empty()) return out;
    const auto mark = [&](CurveMark::Kind kind, double gpus) {
        if (const auto here = value_between(line, gpus, value)) out.push_back({kind, gpus, *here});
    };
    mark(CurveMark::Kind::knee, study.knee_gpus);
    if (study.peak_gpus > line.front().gpus && study.peak_gpus < line.back().gpus && !is_peak_named(study))
        mark(CurveMark::Kind::most, study.peak_gpus);
    return out;
}

} // namespace roofrack
