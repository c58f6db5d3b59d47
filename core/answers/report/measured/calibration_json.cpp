// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/calibration_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/base/units/median.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

using Json = nlohmann::ordered_json;

Json calibration_json(const CalibrationStudy& study, const std::vector<ReplacedCollective>& replaced,
                      const RunTableFit* runs) {
    Json out = figures::json_of(figures::object_of(study));
    std::vector<double> before, after, held;
    for (const ReplacedCollective& r : replaced) {
        for (size_t i = 0; i < r.sweep.points.size(); ++i)
            out["parameters"].push_back(
                {{"name", fmt::format("{}, {:.0f} B", label_of(r.sweep), r.sweep.points[i].bytes.si())},
                 {"before", r.formula[i]},
                 {"after", r.sweep.points[i].seconds.si()},
                 {"unit", "s"},
                 {"told_by", r.sweep.file}});
        before.push_back(r.before_pct);
        after.push_back(r.after_pct);
        held.push_back(r.held_out_pct);
    }
    const CalibratedTime* const step = study.times.empty() ? nullptr : &study.times.front();
    const auto number = [&](double of_step, const std::vector<double>& of_sweeps) -> Json {
        if (step) return of_step;
        return of_sweeps.empty() ? Json(nullptr) : Json(median(of_sweeps));
    };
    out["error_before_pct"] = number(step ? step->before_pct() : 0, before);
    out["error_after_pct"] = number(step ? step->after_pct() : 0, after);
    out["error_heldout_pct"] = step && !study.held_back
                                   ? Json(nullptr)
                                   : number(study.held_back ? study.held_back->after_pct() : 0, held);
    out["sources"] = Json::array();
    for (const CalibrationSource& source : study.sources)
        out["sources"].push_back(
            {{"file", source.file}, {"digest", source.digest}, {"date", source.date}, {"told", source.told}});
    out["replaced"] = Json::array();
    for (const ReplacedCollective& r : replaced)
        out["replaced"].push_back(
            {{"collective", name_of(r.sweep.collective)},
             {"file", r.sweep.file},
             {"ranks", r.sweep.ranks},
             {"nodes", r.sweep.nodes},
             {"points", r.sweep.points.size()},
             {"used", r.used},
             {"error_before_pct", r.before_pct},
             {"error_heldout_pct", r.held_out_pct},
             {"error_range_pct", r.range_out_pct < 0 ? Json(nullptr) : Json(r.range_out_pct)}});
    out["runs"] = runs ? figures::json_of(figures::object_of(*runs)) : Json(nullptr);
    return out;
}

Json calibration_schema() {
    using namespace schema;
    const Json replaced = object({{"collective", text},
                                  {"file", text},
                                  {"ranks", integer},
                                  {"nodes", integer},
                                  {"points", integer},
                                  {"used", boolean},
                                  {"error_before_pct", number},
                                  {"error_heldout_pct", number},
                                  {"error_range_pct", number_or_null}});
    const Json source = object({{"file", text}, {"digest", text}, {"date", text}, {"told", text}});
    const Json beside = object({{"error_before_pct", number_or_null},
                                {"error_after_pct", number_or_null},
                                {"error_heldout_pct", number_or_null},
                                {"sources", list_of(source)},
                                {"replaced", list_of(replaced)},
                                {"runs", nullable(figures::schema_of(figures::shape_of<RunTableFit>()))}});
    return with_required(figures::schema_of(figures::shape_of<CalibrationStudy>()), beside);
}

} // namespace roofrack
