// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include "core/answers/findings.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"

namespace roofrack {

namespace {

template<class T>
const ScaleResult* study_of(const std::shared_ptr<const T>& answer) {
    return answer ? &answer->study : nullptr; // the answers hold it
}

/// The study with what moves its borders, as soon as it is known.
template<class WithMoves, class Plain>
const ScaleResult& fullest(const ChartData& data) {
    static const ScaleResult none;
    const ScaleResult* whole = study_of(data.have_now<WithMoves>());
    const ScaleResult* plain = whole ? whole : study_of(data.have<Plain>());
    return plain ? *plain : none;
}

} // namespace

std::string subject(const Scenario& scenario, const Catalog& catalog) {
    const Workload& workload = scenario.workload;
    if (workload.inline_model) return workload.inline_model->name;
    const ModelSpec* model = catalog.model(workload.model);
    return model ? model->name : workload.model;
}

ChartData::ChartData(const std::shared_ptr<const Answers>& answers)
    : ShownAnswers(answers)
    , scenario(answers->scenario().name)
    , open(answers->scenario().name)
    , subject(roofrack::subject(answers->scenario(), answers->catalog()))
    , job(drawn_job(answers->scenario(), answers->catalog(), {}, 0))
    , best_plan(answers->snapshot().best_plan) {}

std::shared_ptr<const Evaluation> ChartData::evaluation() const {
    if (const auto all = have_now<Verdict>()) return {all, &all->evaluation};
    const auto now = have_now<VerdictWithoutSearch>();
    return now ? std::shared_ptr<const Evaluation>(now, &now->evaluation) : nullptr;
}

const ScaleResult& ChartData::given() const {
    return fullest<ScaleOfGivenWithMitigations, ScaleOfGiven>(*this);
}
const ScaleResult& ChartData::best() const { return fullest<ScaleOfBestWithMitigations, ScaleOfBest>(*this); }

bool ChartData::is_best_awaited() const {
    return !is_final && have_now<AsGiven>() && is_awaited<ScaleOfBest>();
}

} // namespace roofrack
