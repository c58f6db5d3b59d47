// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/measured_answers.h"

#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"

namespace roofrack {

namespace {

std::optional<ScalingFit> fit_of(const MeasuredCurve& curve, double node_gpus, const MeasuredStudies* before,
                                 const Defaults& defaults) {
    for (size_t i = 0; before && i < before->curves.size(); ++i)
        if (before->node_gpus[i] == node_gpus && before->curves[i].fit.curve == curve)
            return before->curves[i].fit;
    if (curve.points.size() < 2) return std::nullopt;
    auto fit = fit_scaling(curve, node_gpus, line_counts(curve, defaults), defaults);
    if (!fit) return std::nullopt;
    return std::move(*fit);
}

} // namespace

template<>
Result<MeasuredStudies> answer_of(const Answers& answers, const std::stop_token& stop) {
    const AsGiven* given = answers.value<AsGiven>();
    const StudySizes* sizes = answers.value<StudySizes>();
    const auto earlier = answers.earlier<MeasuredStudies>();
    const MeasuredStudies* before = earlier.answer && *earlier.answer ? &**earlier.answer : nullptr;
    MeasuredStudies out;
    for (const MeasuredCurve& curve : answers.scenario().measured_curves) {
        if (stop.stop_requested()) break;
        const double node_gpus = given ? measured_node(curve, given->prepared) : 0;
        auto fit = fit_of(curve, node_gpus, before, answers.catalog().defaults());
        if (!fit) continue;
        MeasuredStudy study{std::move(*fit), {}};
        if (given && sizes) study.against = measured_against(given->prepared, curve, sizes->metric);
        out.curves.push_back(std::move(study));
        out.node_gpus.push_back(node_gpus);
    }
    return out;
}

template<>
Result<PublishedRunAnswer> answer_of(const Answers& answers, const std::stop_token&) {
    const auto* evaluation = answers.get<Evaluation>();
    if (!evaluation) return tl::unexpected(why_missing(evaluation));
    return PublishedRunAnswer{published_against(answers.scenario(), **evaluation)};
}

} // namespace roofrack
