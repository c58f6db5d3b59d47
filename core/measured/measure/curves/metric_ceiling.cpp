// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/metric_ceiling.h"

#include <cmath>
#include <limits>

namespace roofrack {

std::optional<MetricCeiling> metric_ceiling(const MeasuredCurve& curve,
                                            const Defaults::MeasuredScaling& constants) {
    MetricCeiling out;
    out.metric = curve.metric;
    out.sense = metric_sense(curve.metric);
    for (const MeasuredRate& point : curve.points) {
        if (!point.metric && !point.diverged) continue;
        MetricCeiling::At here{point.gpus, point.diverged ? std::nullopt : point.metric, 0, true};
        out.at.push_back(here);
    }
    if (out.at.size() < 2) return std::nullopt;
    // Where the smallest count diverged already there is nothing to compare with.
    const double first = out.at.front().value.value_or(std::numeric_limits<double>::quiet_NaN());
    out.allowed = constants.metric_tolerance * std::abs(first) + 2 * curve.metric_scatter;
    for (MetricCeiling::At& here : out.at) {
        const double more = here.value.value_or(std::numeric_limits<double>::quiet_NaN()) - first;
        const double worse = out.sense == MetricSense::lower    ? more
                             : out.sense == MetricSense::higher ? -more
                                                                : std::abs(more);
        here.worse = first != 0 ? worse / std::abs(first) : 0;
        here.within = worse <= out.allowed; // false of NaN
        if (!here.within && out.broken <= 0) out.broken = here.gpus;
        if (out.broken <= 0) out.stable = here.gpus;
    }
    return out;
}

} // namespace roofrack
