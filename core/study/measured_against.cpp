// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/measured_against.h"

#include <cmath>

namespace roofrack {

namespace {

double communication_share(const ScalePoint& point) {
    double sum = 0, all = 0;
    for (const double part : point.parts) all += part;
    for (const StepPart part : {StepPart::tensor_comm, StepPart::context_comm, StepPart::expert_comm,
                                StepPart::pipeline_comm, StepPart::data_comm})
        sum += point.parts[static_cast<size_t>(part)];
    return all > 0 ? sum / all : 0;
}

} // namespace

double measured_node(const MeasuredCurve& curve, const Prepared& prepared) {
    return curve.node_gpus >= 1 ? curve.node_gpus : prepared.fabric().scale_up_domain;
}

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
        out.rows.push_back({point.gpus, point.rate, here.feasible ? here.progress : 0,
                            here.feasible ? communication_share(here) : 0, here.reason});
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
