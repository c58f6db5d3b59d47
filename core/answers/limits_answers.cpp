// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/limits_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/builder.h"
#include "core/step/engine/gains.h"

namespace roofrack {

template<>
Result<Sensitivities> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [](const AsAsked& asked, const Evaluation& evaluation) {
        return Sensitivities{sensitivities(asked.prepared, evaluation)};
    });
}

template<>
Result<Roofs> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked>(answers, [&](const AsAsked& asked) { return roofs(asked.prepared); });
}

template<>
Result<MemoryWall> answer_of(const Answers& answers, const std::stop_token&) {
    if (const auto earlier = answers.earlier<MemoryWall>(); earlier.answer) return *earlier.answer;
    return memory_wall(answers.catalog());
}

template<>
Result<WallStudy> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation, MemoryWall>(
        answers, [](const AsAsked& asked, const Evaluation& evaluation, const MemoryWall& wall) {
            return WallStudy{wall, wall_position(asked.prepared, evaluation, wall.projected)};
        });
}

template<>
Result<BottlenecksByYear> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation, MemoryWall>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation, const MemoryWall& wall) {
            return BottlenecksByYear{bottleneck_years(asked.prepared, evaluation, wall.projected, stop)};
        });
}

template<>
Result<BusBandwidths> answer_of(const Answers& answers, const std::stop_token&) {
    const auto fabric = tested_fabric(answers.scenario(), answers.catalog());
    if (!fabric) return tl::unexpected(fabric.error());
    BusBandwidthRequest request;
    request.measured = answers.scenario().calibration.sweeps();
    return bus_bandwidths(*fabric, request);
}

template<>
Result<GradientExchange> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [](const AsAsked& asked, const Evaluation& evaluation) {
        return gradient_exchange(asked.prepared, evaluation);
    });
}

template<>
Result<ReductionStudy> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [&](const AsAsked& asked, const Evaluation& evaluation) {
        GradientReduction drawn = gradient_reduction(asked.prepared, evaluation);
        if (const auto before = answers.earlier<ReductionStudy>();
            before.answer && *before.answer && (*before.answer)->drawn == drawn)
            return **before.answer;
        const PlanReductionErrors errors = drawn_errors(drawn);
        return ReductionStudy{&reduction_curves(), std::move(drawn), errors};
    });
}

void describe(figures::Builder<BottlenecksByYear>& f) {
    f.list("years", &BottlenecksByYear::years, "years", "the drawn step with newer hardware");
}

} // namespace roofrack
