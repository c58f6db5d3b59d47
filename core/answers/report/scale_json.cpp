// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/scale_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/answers/report/scale_lines_json.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/figures/scale_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

/// The object with one more key, before another of its own.
Json with_key_before(const Json& object, const char* before, const char* key, const Json& value) {
    Json out = Json::object();
    for (const auto& [each, kept] : object.items()) {
        if (each == before) out[key] = value;
        out[each] = kept;
    }
    return out;
}

} // namespace

Json scale_json(const ScaleOutput& output) {
    Json out = scale_study_json(output.study, output.study);
    out["amdahl"] = serial_law_json(output.law);
    out["overlays"] = overlays_json(output.study, output.work, output.overlays);
    return out;
}

Json scale_schema() {
    return schema::with_required(scale_study_schema(), schema::object({{"amdahl", serial_law_schema()},
                                                                       {"overlays", overlays_schema()}}));
}

Json scale_study_json(const ScaleResult& result, const ScaleResult& reference) {
    Json out = with_key_before(figures::json_of(figures::object_of(result)), "points", "quantities",
                               quantity_list_json(result));
    for (size_t i = 0; i < result.points.size(); ++i)
        out["points"][i] = with_key_before(out["points"][i], "held_by", "quantities",
                                           quantities_json(result.points[i], reference));
    return out;
}

Json scale_study_schema() {
    using namespace schema;
    Json out = with_required(figures::schema_of(figures::shape_of<ScaleResult>()),
                             object({{"quantities", quantity_list_schema()}}));
    Json& point = out["properties"]["points"]["items"];
    point = with_required(std::move(point), object({{"quantities", quantities_schema()}}));
    return out;
}

} // namespace roofrack
