// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/measured_against.h"

#include <cmath>

namespace roofrack {

MeasuredAgainst measured_against(const Prepared& prepared, const MeasuredCurve& curve, ScaleMetric metric) {
    std::vector<double> counts;
    for (const MeasuredRate& point : curve.points) counts.push_back(point.gpus);
    ScaleOptions options;
    options.metric = metric;
    const ScaleResult study = scale(prepared, counts, options);
    MeasuredAgainst out;
    out.curve = curve.name;
    out.metric = metric;
    double sum = 0, squares = 0, count = 0;
    for (const MeasuredRate& point : curve.points) {
        const ScalePoint& here = *study.at(point.gpus);
        out.rows.push_back({point.gpus, point.rate, here.feasible ? here.progress : 0, here.reason});
        if (!here.feasible) continue;
        const double ratio = std::log(point.rate / here.progress);
        sum += ratio;
        squares += ratio * ratio;
        count += 1;
    }
    if (count <= 0) return out;
    out.factor = std::exp(sum / count);
    out.rms = std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
    for (MeasuredAgainst::Row& row : out.rows) row.predicted *= out.factor;
    return out;
}

} // namespace roofrack
