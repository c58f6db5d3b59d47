// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/curve_view.h"

#include <cmath>
#include <limits>

namespace roofrack {

double StudyRangeShown::at(double share) const {
    return is_log ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::optional<double> value_between(const ScaleResult& study, double gpus,
                                    const std::function<double(const ScalePoint&)>& value) {
    const ScalePoint* before = nullptr;
    for (const ScalePoint& point : study.points) {
        if (!point.feasible || !(point.progress > 0)) continue;
        if (point.gpus == gpus) return value(point);
        if (point.gpus > gpus) {
            if (!before) return std::nullopt;
            const double t = std::log(gpus / before->gpus) / std::log(point.gpus / before->gpus);
            const double low = value(*before), high = value(point);
            return std::exp(std::log(low) + t * std::log(high / low));
        }
        before = &point;
    }
    return std::nullopt;
}

std::optional<QPointF> CurveView::on_line(const ScaleResult& study, double gpus) const {
    const auto here = value_between(study, gpus, [&](const ScalePoint& point) { return value(point); });
    return here ? std::optional(canvas.at(gpus, *here)) : std::nullopt;
}

double measured_value(ScaleQuantity quantity, const ChartData& data, double gpus, double progress) {
    ScalePoint point;
    point.gpus = gpus;
    point.progress = progress;
    if (!less_is_better(quantity)) return quantity_of(quantity, point, data.scale());
    // As the plan as given would do it there, so much faster.
    const auto given = value_between(data.given(), gpus, [](const ScalePoint& p) { return p.progress; });
    const auto there = value_between(
        data.given(), gpus, [&](const ScalePoint& p) { return quantity_of(quantity, p, data.scale()); });
    return given && there ? *there * *given / progress : std::numeric_limits<double>::quiet_NaN();
}

} // namespace roofrack
