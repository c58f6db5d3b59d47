// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/scaling_table.h"

#include "core/answers/measured_answers.h"
#include "core/study/curve/serial_law.h"
#include "core/study/ideal_gap.h"
#include "core/study/scale_quantity.h"
#include "core/study/scenario_curve.h"
#include "widgets/charts/scale/curve_view.h"

#include <cmath>

namespace roofrack {

namespace {

using Cell = ChartTable::Cell;

Cell number_cell(double number) { return std::isfinite(number) ? Cell(number) : Cell(); }

std::vector<ChartTable::Column> scaling_columns() {
    std::vector<ChartTable::Column> out{{"plan", ""},
                                        {"metric", ""},
                                        {"gpus", ""},
                                        {"feasible", ""},
                                        {"batch", ""},
                                        {"productive_step", "s"},
                                        {"wall_step", "s"},
                                        {"step_time", "s"},
                                        {"rate", "1/s"},
                                        {"progress", "1/s"},
                                        {"speedup", ""},
                                        {"efficiency", ""},
                                        {"elasticity", ""},
                                        {"regime", ""},
                                        {"days", "d"},
                                        {"dollars", "$/1e6"},
                                        {"energy", "MWh"},
                                        {"step_time_low", "s"},
                                        {"step_time_high", "s"},
                                        {"amdahl_speedup", ""},
                                        {"growing_speedup", ""}};
    for (size_t i = 0; i < step_part_count; ++i)
        out.push_back({"lost_to_" + std::string(name_of(static_cast<StepPart>(i))), "1/s"});
    out.push_back({std::string("lost_to_") + extra_tokens, "1/s"});
    out.push_back({"scenario", ""});
    out.push_back({"note", ""});
    return out;
}

std::vector<Cell> row_of(const ScaleResult& study, const ScalePoint& point, const ScaleResult& reference,
                         const SerialLaw* law) {
    const auto value = [&](double number) { return point.feasible ? number_cell(number) : Cell(); };
    const auto shown = [&](ScaleQuantity quantity) {
        return number_cell(quantity_of(quantity, point, reference));
    };
    const bool has_law = law && law->missing.empty() && point.gpus >= law->gpus;
    std::vector<Cell> row{std::string(study.replanned ? "best" : "given"),
                          std::string(name_of(study.metric)),
                          point.gpus,
                          std::string(point.feasible ? "yes" : "no"),
                          value(point.batch),
                          value(point.productive_step.si()),
                          value(point.wall_step.si()),
                          value(point.step_time.si()),
                          value(point.rate),
                          value(point.progress),
                          shown(ScaleQuantity::speedup),
                          shown(ScaleQuantity::efficiency),
                          value(point.elasticity),
                          point.regime ? Cell(std::string(name_of(*point.regime))) : Cell(),
                          shown(ScaleQuantity::days),
                          shown(ScaleQuantity::dollars),
                          shown(ScaleQuantity::energy),
                          value(point.step_time_low.si()),
                          value(point.step_time_high.si()),
                          has_law ? number_cell(law->amdahl(point.gpus)) : Cell(),
                          has_law ? number_cell(law->grown(point.gpus)) : Cell()};
    for (size_t which = 0; which < loss_count; ++which) row.push_back(value(loss(point, which)));
    return row;
}

} // namespace

ChartTable scaling_table(const ChartData& data, bool with_law) {
    ChartTable out;
    out.columns = scaling_columns();
    const ScaleResult& main = data.scale();
    std::optional<SerialLaw> law;
    if (with_law) law = serial_law(main);
    const auto add = [&](const ScaleResult& study, const std::string& scenario, const SerialLaw* of) {
        for (const ScalePoint& point : study.points) {
            std::vector<Cell> row = row_of(study, point, main, of);
            row.emplace_back(scenario);
            row.emplace_back(point.reason);
            out.rows.push_back(std::move(row));
        }
    };
    for (const ScaleResult* study : {&main, &data.other()})
        add(*study, data.scenario, study == &main && law ? &*law : nullptr);
    for (const auto& curve : data.beside) add(curve->study, curve->scenario, nullptr);
    for (const MeasuredStudy& measured : data.have_or_empty<MeasuredStudies>().curves) {
        if (measured.against.factor <= 0 || main.ideal_rate <= 0) continue;
        for (const MeasuredRate& point : measured.fit.curve.points) {
            const double progress = point.rate / measured.against.factor; // level with the plan as given
            const auto value = [&](ScaleQuantity quantity) {
                return number_cell(measured_value(quantity, data, point.gpus, progress));
            };
            std::vector<Cell> row(out.columns.size());
            row[0] = std::string("measured");
            row[1] = std::string(name_of(measured.against.metric));
            row[2] = point.gpus;
            row[3] = std::string("yes");
            row[9] = progress;
            row[10] = value(ScaleQuantity::speedup);
            row[11] = value(ScaleQuantity::efficiency);
            row[14] = value(ScaleQuantity::days);
            row[15] = value(ScaleQuantity::dollars);
            row[16] = value(ScaleQuantity::energy);
            row.back() = measured.fit.curve.name;
            out.rows.push_back(std::move(row));
        }
    }
    return out;
}

} // namespace roofrack
