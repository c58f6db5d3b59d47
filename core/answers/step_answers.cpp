// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/step_answers.h"

#include "core/answers/facility_answers.h"
#include "core/answers/found_from.h"
#include "core/drawing/check/check.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/sizes.h"

namespace roofrack {

template<>
Result<AsGiven> answer_of(const Answers& answers, const std::stop_token&) {
    const auto earlier = answers.earlier<AsGiven>();
    const auto& scenario = answers.snapshot().scenario;
    auto prepared = earlier.answer && *earlier.answer
                        ? (*earlier.answer)->prepared.with(scenario, answers.catalog())
                        : Prepared::make(scenario, answers.catalog());
    if (!prepared) return tl::unexpected(std::move(prepared.error()));
    return AsGiven{std::move(*prepared)};
}

template<>
Result<AsAsked> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsGiven>(answers, [&](const AsGiven& given) {
        if (answers.snapshot().best_plan)
            if (auto best = given.prepared.with(with_best_plan(given.prepared, answers.scenario(), stop),
                                                answers.catalog()))
                return AsAsked{std::move(*best)};
        return AsAsked{given.prepared}; // a plan changes nothing of what can be understood
    });
}

template<>
Result<DrawingCheck> answer_of(const Answers& answers, const std::stop_token&) {
    const AsGiven* given = answers.value<AsGiven>();
    if (!given) return DrawingCheck{check_drawing(answers.scenario().cluster, answers.catalog())};
    return DrawingCheck{check_drawing(*given->prepared.impl().drawing, &given->prepared.fabric())};
}

template<>
Result<Evaluation> answer_of(const Answers& answers, const std::stop_token&) {
    const auto* asked = answers.get<AsAsked>();
    const auto* drawing = asked && !*asked ? answers.get<DrawingCheck>() : nullptr;
    if (drawing) return not_evaluable(answers.scenario(), asked->error(), (*drawing)->findings);
    return found_from<AsAsked>(answers, [](const AsAsked& of) { return evaluate(of.prepared); });
}

template<>
Result<Standstill> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<Evaluation, DrawingCheck>(
        answers, [&](const Evaluation& evaluation, const DrawingCheck& drawing) {
            Evaluation judged = evaluation;
            add_drawing_findings(judged, drawing.findings, answers.scenario().cluster.waivers);
            return standstill_of(judged);
        });
}

template<>
Result<DrawingLoads> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [](const AsAsked& asked, const Evaluation& evaluation) {
        return drawing_loads(asked.prepared, evaluation);
    });
}

template<>
Result<CoolingReport> answer_of(const Answers& answers, const std::stop_token&) {
    const AsAsked* const asked = answers.value<AsAsked>();
    return found_from<Evaluation>(answers, [&](const Evaluation& evaluation) -> Result<CoolingReport> {
        if (asked && !evaluation.power.racks.empty() && !answers.snapshot().load)
            return cooling_report(*asked->prepared.impl().facility, evaluation.power);
        const auto* standing = answers.get<FacilityLevels>();
        if (!standing || !*standing) return tl::unexpected(why_no_step(evaluation));
        CoolingReport out = (*standing)->study.cooling;
        out.assumed = (*standing)->study.assumed;
        return out;
    });
}

template<>
Result<RunWork> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked>(answers, [](const AsAsked& asked) { return work_of(asked.prepared); });
}

} // namespace roofrack
