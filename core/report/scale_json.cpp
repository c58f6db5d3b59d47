// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scale_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/plan_json.h"
#include "core/report/parts/schema_parts.h"
#include "core/report/parts/step_parts_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json scale_json(const ScaleResult& result) {
    Json points = Json::array();
    for (const ScalePoint& p : result.points) {
        Json point;
        point["gpus"] = p.gpus;
        point["feasible"] = p.feasible;
        point["reason"] = filled_or_null(p.reason);
        const auto value = [&](double number_of) {
            return p.feasible ? finite_or_null(number_of) : Json(nullptr);
        };
        point["step_time_s"] = value(p.step_time.si());
        point["step_time_band_s"] = p.feasible ? band_json(p.step_time_low, p.step_time_high) : Json(nullptr);
        point["rate"] = value(p.rate);
        point["speedup"] = value(p.speedup);
        point["efficiency"] = value(p.efficiency);
        point["elasticity"] = value(p.elasticity);
        point["regime"] = p.feasible ? Json(name_of(p.regime)) : Json(nullptr);
        point["plan"] = plan_json(p.plan);
        point["breakdown"] = p.feasible ? parts_json(p.parts, p.step_time.si()) : Json::array();
        points.push_back(std::move(point));
    }
    Json borders = Json::array();
    for (const ScaleBorder& border : result.borders)
        borders.push_back({{"from", name_of(border.from)},
                           {"to", name_of(border.to)},
                           {"gpus", finite_or_null(border.gpus)},
                           {"cause", border.cause}});
    Json out;
    out["metric"] = name_of(result.metric);
    out["points"] = std::move(points);
    out["borders"] = std::move(borders);
    out["peak_gpus"] = result.peak_gpus > 0 ? finite_or_null(result.peak_gpus) : Json(nullptr);
    return out;
}

Json scale_schema() {
    using namespace schema;
    const Json point = object({{"gpus", number},
                               {"feasible", boolean},
                               {"reason", text_or_null},
                               {"step_time_s", number_or_null},
                               {"step_time_band_s", reference("band")},
                               {"rate", number_or_null},
                               {"speedup", number_or_null},
                               {"efficiency", number_or_null},
                               {"elasticity", number_or_null},
                               {"regime", nullable(reference("regime"))},
                               {"plan", plan_schema()},
                               {"breakdown", reference("breakdown")}});
    const Json border = object({{"from", reference("regime")},
                                {"to", reference("regime")},
                                {"gpus", number_or_null},
                                {"cause", text}});
    return object({{"metric", reference("metric")},
                   {"points", list_of(point)},
                   {"borders", list_of(border)},
                   {"peak_gpus", number_or_null}});
}

} // namespace roofrack
