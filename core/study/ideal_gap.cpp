// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/ideal_gap.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

/// Seconds of one batch by the parts of a step that the metric counts; last those for the tokens that a batch
/// beyond the critical one needs in addition (`extra_tokens`).
using Shares = std::array<double, step_part_count + 1>;

Shares seconds_of(const ScalePoint& point, ScaleMetric metric) {
    Shares out{};
    const size_t counted =
        counts_failures(metric) ? step_part_count : static_cast<size_t>(StepPart::checkpoint);
    for (size_t i = 0; i < counted; ++i) out[i] = point.parts[i];
    out.back() = point.step_time.si() * (point.rate / point.progress - 1);
    return out;
}

/// What a part takes of the ideal progress at this size, as a share of it. Progress is what the metric counts
/// a second (ScalePoint::progress).
double lost_share(const ScalePoint& point, size_t part) {
    const double lost = part < step_part_count ? point.lost[part] : point.lost_to_batch;
    return lost / point.progress * point.efficiency;
}

void find_cause(const ScaleResult& study, double smoothing, ScaleBorder& border) {
    const ScalePoint* before = point_near(study, border.gpus / smoothing);
    const ScalePoint* after = point_near(study, border.gpus * smoothing);
    if (!before || !after) return;
    const ScalePoint* at = point_near(study, border.gpus);
    const Shares now = seconds_of(*at, study.metric), then = seconds_of(*after, study.metric);
    size_t cause = 0;
    const auto growth = [&](size_t part) {
        if (border.to == Regime::degrading && after != at)
            return then[part] / after->batch - now[part] / at->batch;
        const double first = lost_share(*before, part), last = lost_share(*after, part);
        // Where the regime gets better: growth up to the border (at − first) less that after it (last − at).
        return border.worsens() ? last - first : 2 * lost_share(*at, part) - first - last;
    };
    for (size_t part = 1; part <= step_part_count; ++part)
        if (growth(part) > growth(cause)) cause = part;
    border.cause =
        cause < step_part_count ? std::string(name_of(static_cast<StepPart>(cause))) : extra_tokens;
    if (cause == static_cast<size_t>(StepPart::throttle))
        border.limit = (border.worsens() ? after : before)->throttle_cause;
}

} // namespace

const ScalePoint* point_near(const ScaleResult& study, double gpus) {
    const ScalePoint* out = nullptr;
    const auto log_distance = [&](const ScalePoint& point) { return std::abs(std::log(point.gpus / gpus)); };
    for (const ScalePoint& point : study.points)
        if (point.feasible && point.progress > 0 && !point.divides_badly &&
            (!out || log_distance(point) < log_distance(*out)))
            out = &point;
    return out;
}

void find_gap(ScaleResult& result, const Defaults::Regimes& constants) {
    std::vector<ScalePoint*> points;
    for (ScalePoint& point : result.points)
        if (point.feasible && point.progress > 0) points.push_back(&point);
    if (points.empty()) return;
    const auto asked = std::ranges::find(points, result.ideal_gpus, &ScalePoint::gpus);
    const ScalePoint first =
        asked != points.end() ? **asked : **std::ranges::max_element(points, {}, [](const ScalePoint* point) {
            return point->progress / point->gpus;
        });
    result.smallest = *points.front();
    result.ideal = first;
    result.ideal_gpus = first.gpus;
    result.ideal_rate = first.progress / first.gpus;
    const Shares base = seconds_of(first, result.metric);
    const double base_time = first.batch / first.progress;
    for (ScalePoint* point : points) {
        point->speedup = point->progress / result.smallest.progress;
        point->efficiency = point->progress / (result.ideal_rate * point->gpus);
        const double time = point->batch / point->progress;
        const double ideal = point->batch / (result.ideal_rate * point->gpus);
        const Shares seconds = seconds_of(*point, result.metric);
        for (size_t i = 0; i < seconds.size(); ++i) {
            const double lost = point->batch * (seconds[i] - base[i] * ideal / base_time) / (time * ideal);
            (i < step_part_count ? point->lost[i] : point->lost_to_batch) = lost;
        }
    }
    // point_near() skips sizes whose batch divides badly, so that this is never named as a cause.
    for (ScaleBorder& border : result.borders) find_cause(result, constants.smoothing, border);
}

} // namespace roofrack
