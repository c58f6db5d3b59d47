// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include "core/engine/evaluate.h"
#include "core/engine/prepared_impl.h"
#include "core/facility/cooling/cooling_report.h"

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

void add_details(const StudyDetails& details, ChartData& data) {
    if (!details.given.points.empty()) data.given = details.given;
    data.years = details.years;
    data.exchange = details.exchange;
    data.facility = details.facility;
    data.caps = details.caps;
    data.swing = details.swing;
    data.balance = details.balance;
    data.money = details.money;
    data.reduction = details.reduction;
    data.wall = details.wall;
    data.measured = details.measured;
    data.weather = details.weather;
    data.weather_fault = details.weather_fault;
    data.room = details.room;
    data.room_fault = details.room_fault;
}

ChartData chart_data(const EvaluationBundle& bundle, const Catalog& catalog) {
    ChartData out;
    out.best_plan = bundle.best_plan;
    out.evaluation = bundle.evaluation;
    out.given = bundle.given;
    out.best = bundle.best;
    out.losses = bundle.losses;
    out.radii = bundle.radii;
    out.swings = bundle.swings;
    out.bottlenecks = bundle.bottlenecks;
    out.best_bottlenecks = bundle.best_bottlenecks;
    out.batch = bundle.batch;
    if (bundle.details) add_details(*bundle.details, out);
    if (bundle.scenario) {
        out.scenario = bundle.scenario->name;
        out.subject = subject(*bundle.scenario, catalog);
        out.published = published_against(*bundle.scenario, bundle.evaluation);
    }
    if (bundle.prepared) {
        out.roofs = roofs(*bundle.prepared, catalog);
        out.work = work_of(*bundle.prepared);
        if (!bundle.evaluation.power.racks.empty())
            out.cooling = std::make_shared<const CoolingReport>(
                cooling_report(*bundle.prepared->impl().facility, bundle.evaluation.power));
    }
    return out;
}

} // namespace roofrack
