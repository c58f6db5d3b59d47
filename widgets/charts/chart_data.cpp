// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/limits_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/measured_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"

#include <algorithm>

namespace roofrack {

Roofs roofs(const Prepared& prepared, const Catalog& catalog) {
    Roofs out;
    const auto& groups = prepared.fabric().groups;
    if (groups.empty()) return out;
    const Part* part = catalog.part(PartKind::accelerator, groups.front().accelerator);
    if (!part) return out;
    out.accelerator = part->name;
    out.memory = ByteRate(part->value_or("hbm_rate", 0));
    for (const auto& [figure, precision] : {std::pair{"dense_fp32", "FP32"},
                                            {"dense_tf32", "TF32"},
                                            {"dense_bf16", "BF16"},
                                            {"dense_fp8", "FP8"},
                                            {"dense_fp4", "FP4"}})
        if (const auto rate = part->value(figure); rate && *rate > 0)
            out.peaks.push_back({precision, FlopRate(*rate)});
    std::ranges::stable_sort(out.peaks, std::ranges::greater{},
                             [](const Roofs::Peak& peak) { return peak.rate.si(); });
    return out;
}

std::string subject(const Scenario& scenario, const Catalog& catalog) {
    const Workload& workload = scenario.workload;
    if (workload.inline_model) return workload.inline_model->name;
    const ModelSpec* model = catalog.model(workload.model);
    return model ? model->name : workload.model;
}

namespace {

/// What an answer of an earlier snapshot may stand in for.
bool is_like(const Snapshot& earlier, const Snapshot& now) {
    return earlier.scenario->name == now.scenario->name && earlier.best_plan == now.best_plan &&
           earlier.metric == now.metric;
}

/// Null: there is none, or it is not known and nothing stands in.
template<class T>
std::shared_ptr<const T> shown(const std::shared_ptr<const Answers>& answers) {
    if (const auto* known = answers->have<T>())
        return *known ? std::shared_ptr<const T>(answers, &**known) : nullptr;
    const auto earlier = answers->earlier<T>();
    if (!earlier.answer || !*earlier.answer || !is_like(*earlier.of, answers->snapshot())) return nullptr;
    return {earlier.answer, &**earlier.answer};
}

void add_scaling(const std::shared_ptr<const Answers>& answers, ChartData& out) {
    if (const ScaleOfGivenWithMoves* whole = answers->have_value<ScaleOfGivenWithMoves>())
        out.given = whole->study;
    else if (const auto given = shown<ScaleOfGiven>(answers))
        out.given = given->study;
    if (const auto found = shown<BottlenecksOfGiven>(answers)) out.bottlenecks = found->sizes;
    if (const auto found = shown<BottlenecksOfBest>(answers)) out.best_bottlenecks = found->sizes;
    if (const auto found = shown<BottlenecksByYear>(answers)) out.years = found->years;
    if (const auto found = shown<LossesBySize>(answers)) out.losses = found->sizes;
    if (const auto found = shown<BatchPlane>(answers)) out.batch = *found;
    const ScaleOfBestWithMoves* whole = answers->have_value<ScaleOfBestWithMoves>();
    const auto best = shown<ScaleOfBest>(answers);
    if (whole || best) out.best = whole ? whole->study : best->study;
    out.best_is_stale = answers->have_value<AsGiven>() && !answers->have<ScaleOfBest>();
}

void add_facility(const std::shared_ptr<const Answers>& answers, ChartData& out) {
    out.facility = shown<FacilityStudy>(answers);
    out.caps = shown<PowerCaps>(answers);
    out.swing = shown<SwingStudy>(answers);
    out.cooling = shown<CoolingReport>(answers);
    if (const auto weather = shown<Weather>(answers)) {
        out.weather = weather->years;
        out.weather_fault = weather->fault;
    }
    out.room = shown<RoomStudy>(answers);
    const auto* room = answers->have<RoomStudy>();
    if (room && !*room && answers->have_value<AsAsked>()) out.room_fault = room->error().text();
}

} // namespace

ChartData chart_data(const std::shared_ptr<const Answers>& answers) {
    ChartData out;
    const Scenario& scenario = answers->scenario();
    out.scenario = scenario.name;
    out.subject = subject(scenario, answers->catalog());
    out.best_plan = answers->snapshot().best_plan;
    if (const Evaluation* judged = judged_so_far(*answers)) {
        out.evaluation = *judged;
        out.published = published_against(scenario, *judged);
    }
    if (const AsAsked* asked = answers->have_value<AsAsked>()) {
        out.roofs = roofs(asked->prepared, answers->catalog());
        out.work = work_of(asked->prepared);
    }
    add_scaling(answers, out);
    add_facility(answers, out);
    if (const auto found = shown<ResourceSwings>(answers)) out.swings = found->swings;
    if (const auto found = shown<MeasuredStudies>(answers)) out.measured = found->curves;
    out.radii = shown<BlastRadii>(answers);
    out.exchange = shown<GradientExchange>(answers);
    out.balance = shown<NetworkBalance>(answers);
    out.money = shown<MoneyStudy>(answers);
    out.reduction = shown<ReductionStudy>(answers);
    out.wall = shown<WallStudy>(answers);
    out.fills = shown<SiteFills>(answers);
    const Evaluation* evaluation = answers->have_value<Evaluation>();
    out.are_fills_stale = evaluation && evaluation->step_time > Seconds(0) && !answers->have<SiteFills>();
    return out;
}

} // namespace roofrack
