// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scale_lines_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"
#include "core/report/scale_json.h"
#include "core/study/scale_quantity.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json serial_time_json(const SerialTime& time) {
    return {{"divides_s", finite_or_null(time.divides)},
            {"constant_s", finite_or_null(time.constant)},
            {"logarithmic_s", finite_or_null(time.logarithmic)},
            {"linear_s", finite_or_null(time.linear)}};
}

} // namespace

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

Json serial_law_json(const SerialLaw& law) {
    Json out;
    out["missing"] = filled_or_null(law.missing);
    const bool has = law.missing.empty();
    const auto value = [&](double number) { return has ? finite_or_null(number) : Json(nullptr); };
    out["gpus"] = value(law.gpus);
    out["serial_share"] = has ? value(law.share()) : Json(nullptr);
    out["most_speedup"] = has ? value(law.ceiling()) : Json(nullptr);
    out["grown_most_speedup"] = has ? value(law.grown(law.most_gpus)) : Json(nullptr);
    out["grown_most_gpus"] = value(law.most_gpus);
    out["rms"] = value(law.rms);
    out["step"] = has ? serial_time_json(law.step) : Json(nullptr);
    out["parts"] = Json::array();
    for (size_t i = 0; has && i < step_part_count; ++i) {
        Json part{{"part", name_of(static_cast<StepPart>(i))}};
        part.update(serial_time_json(law.parts[i]));
        out["parts"].push_back(std::move(part));
    }
    return out;
}

Json serial_law_schema() {
    using namespace schema;
    const Json time{{"divides_s", number_or_null},
                    {"constant_s", number_or_null},
                    {"logarithmic_s", number_or_null},
                    {"linear_s", number_or_null}};
    Json part{{"part", text}};
    part.update(time);
    return object({{"missing", text_or_null},
                   {"gpus", number_or_null},
                   {"serial_share", number_or_null},
                   {"most_speedup", number_or_null},
                   {"grown_most_speedup", number_or_null},
                   {"grown_most_gpus", number_or_null},
                   {"rms", number_or_null},
                   {"step", nullable(object(time))},
                   {"parts", list_of(object(std::move(part)))}});
}

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
