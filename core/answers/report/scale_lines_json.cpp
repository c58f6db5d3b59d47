// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/scale_lines_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/answers/report/scale_json.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/figures/scale_figures.h"
#include "core/study/scale_quantity.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json quantities_json(const ScalePoint& point, const ScaleResult& reference) {
    Json out;
    for (const ScaleQuantity quantity : scale_quantities) {
        const Band band = quantity_band(quantity, point, reference);
        out[name_of(quantity)] = {{"value", finite_or_null(quantity_of(quantity, point, reference))},
                                  {"low", finite_or_null(band.low)},
                                  {"high", finite_or_null(band.high)},
                                  {"ideal", finite_or_null(ideal_quantity(quantity, point.gpus, reference))}};
    }
    return out;
}

Json quantities_schema() {
    using namespace schema;
    Json out = Json::object();
    for (const ScaleQuantity quantity : scale_quantities)
        out[name_of(quantity)] = object({{"value", number_or_null},
                                         {"low", number_or_null},
                                         {"high", number_or_null},
                                         {"ideal", number_or_null}});
    return object(std::move(out));
}

Json quantity_list_json(const ScaleResult& study) {
    Json out = Json::array();
    for (const ScaleQuantity quantity : scale_quantities)
        out.push_back({{"name", name_of(quantity)},
                       {"unit", unit_of(quantity)},
                       {"less_is_better", less_is_better(quantity)},
                       {"missing", filled_or_null(missing_quantity(quantity, study))}});
    return out;
}

Json quantity_list_schema() {
    using namespace schema;
    return list_of(
        object({{"name", text}, {"unit", text}, {"less_is_better", boolean}, {"missing", text_or_null}}));
}

Json serial_law_json(const SerialLaw& law) { return figures::json_of(figures::object_of(law)); }
Json serial_law_schema() { return figures::schema_of(figures::shape_of<SerialLaw>()); }

Json overlays_json(const ScaleResult& study, const RunWork& work, std::span<const ScenarioCurve> overlays) {
    Json out = Json::array();
    for (const ScenarioCurve& curve : overlays) {
        const bool has = curve.reason.empty();
        out.push_back({{"scenario", curve.scenario},
                       {"reason", filled_or_null(curve.reason)},
                       {"other_work", has ? Json(work_differences(work, curve.work)) : Json::array()},
                       {"study", has ? scale_study_json(curve.study, study) : Json(nullptr)}});
    }
    return out;
}

Json overlays_schema() {
    using namespace schema;
    return list_of(object({{"scenario", text},
                           {"reason", text_or_null},
                           {"other_work", list_of(text)},
                           {"study", nullable(scale_study_schema())}}));
}

} // namespace roofrack
