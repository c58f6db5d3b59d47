// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/limits_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/measured_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/answers/shown_answer.h"
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

void add_scaling(const std::shared_ptr<const Answers>& answers, ChartData& out) {
    if (const ScaleOfGivenWithMoves* whole = answers->have_value<ScaleOfGivenWithMoves>())
        out.given = whole->study;
    else if (const auto given = shown_answer<ScaleOfGiven>(answers))
        out.given = given->study;
    if (const auto found = shown_answer<BottlenecksOfGiven>(answers)) out.bottlenecks = found->sizes;
    if (const auto found = shown_answer<BottlenecksOfBest>(answers)) out.best_bottlenecks = found->sizes;
    if (const auto found = shown_answer<BottlenecksByYear>(answers)) out.years = found->years;
    if (const auto found = shown_answer<LossesBySize>(answers)) out.losses = found->sizes;
    if (const auto found = shown_answer<BatchPlane>(answers)) out.batch = *found;
    const ScaleOfBestWithMoves* whole = answers->have_value<ScaleOfBestWithMoves>();
    const auto best = shown_answer<ScaleOfBest>(answers);
    if (whole || best) out.best = whole ? whole->study : best->study;
    out.best_is_stale = answers->have_value<AsGiven>() && !answers->have<ScaleOfBest>();
}

void add_facility(const std::shared_ptr<const Answers>& answers, ChartData& out) {
    out.facility = shown_answer<FacilityStudy>(answers);
    out.caps = shown_answer<PowerCaps>(answers);
    out.swing = shown_answer<SwingStudy>(answers);
    out.cooling = shown_answer<CoolingReport>(answers);
    if (const auto weather = shown_answer<Weather>(answers)) {
        out.weather = weather->years;
        out.weather_fault = weather->fault;
    }
    out.room = shown_answer<RoomStudy>(answers);
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
    if (const auto found = shown_answer<ResourceSwings>(answers)) out.swings = found->swings;
    if (const auto found = shown_answer<MeasuredStudies>(answers)) out.measured = found->curves;
    out.radii = shown_answer<BlastRadii>(answers);
    out.exchange = shown_answer<GradientExchange>(answers);
    out.balance = shown_answer<NetworkBalance>(answers);
    out.money = shown_answer<MoneyStudy>(answers);
    out.reduction = shown_answer<ReductionStudy>(answers);
    out.wall = shown_answer<WallStudy>(answers);
    out.fills = shown_answer<SiteFills>(answers);
    const Evaluation* evaluation = answers->have_value<Evaluation>();
    out.are_fills_stale = evaluation && evaluation->step_time > Seconds(0) && !answers->have<SiteFills>();
    return out;
}

} // namespace roofrack
