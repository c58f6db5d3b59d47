// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/curve_view.h"

#include <cmath>
#include <limits>

namespace roofrack {

double StudyRangeShown::at(double share) const {
    return is_log ? low * std::pow(high / low, share) : low + share * (high - low);
}

std::optional<QPointF> CurveView::marked_at(CurveMark::Kind kind) const {
    for (const CurveMark& mark : curve_marks(main(), shown.quantity))
        if (mark.kind == kind) return canvas.at(mark.gpus, mark.value);
    return std::nullopt;
}

double measured_value(ScaleQuantity quantity, const ChartData& data, double gpus, double progress) {
    ScalePoint point;
    point.gpus = gpus;
    point.progress = progress;
    if (!less_is_better(quantity)) return quantity_of(quantity, point, data.scale());
    // As the plan as given would do it there, so much faster.
    const std::vector<ScalePoint> points = points_that_run(data.given());
    const auto given = value_between(points, gpus, [](const ScalePoint& p) { return p.progress; });
    const auto there = value_between(
        points, gpus, [&](const ScalePoint& p) { return quantity_of(quantity, p, data.scale()); });
    return given && there ? *there * *given / progress : std::numeric_limits<double>::quiet_NaN();
}

} // namespace roofrack
