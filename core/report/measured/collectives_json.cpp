// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/measured/collectives_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json scores_of(const CollectiveFigure& f) {
    return {{"fabric", filled_or_null(f.fabric)},
            {"collective", filled_or_null(f.collective)},
            {"sizes", name_of(f.band)},
            {"core", f.core},
            {"rows", f.rows},
            {"fabrics", f.fabrics},
            {"median_abs_error_pct", f.median},
            {"p90_abs_error_pct", f.p90},
            {"bias_pct", f.bias},
            {"held_out_median_abs_error_pct", f.held_out_median},
            {"held_out_p90_abs_error_pct", f.held_out_p90}};
}

} // namespace

Json collectives_json(const CollectiveValidation& v) {
    Json out;
    out["rows"] = Json::array();
    for (const PredictedCollective& p : v.rows)
        out["rows"].push_back({{"id", p.row.id},
                               {"series", p.row.series},
                               {"metric", "time_s"},
                               {"fabric", p.row.fabric_name},
                               {"collective", name_of(p.row.collective)},
                               {"variant", name_of(p.row.variant)},
                               {"gpus", p.row.gpus},
                               {"size_bytes", p.row.bytes},
                               {"published", p.row.seconds},
                               {"predicted", p.predicted},
                               {"error_pct", p.error_pct},
                               {"band_low", p.band_low},
                               {"band_high", p.band_high},
                               {"held_out_error_pct", p.held_out_error_pct},
                               {"assumed", p.row.assumed}});
    out["skipped"] = Json::array();
    for (const SkippedRow& row : v.skipped) out["skipped"].push_back({{"id", row.id}, {"why", row.why}});
    const auto figure = [&](double value) { return v.rows.empty() ? Json(nullptr) : Json(value); };
    out["mean_abs_error_pct"] = figure(v.mean_abs_error_pct);
    out["median_abs_error_pct"] = figure(v.median_abs_error_pct);
    out["p90_abs_error_pct"] = figure(v.p90_abs_error_pct);
    out["totals"] = Json::array();
    for (const CollectiveFigure& f : v.totals) out["totals"].push_back(scores_of(f));
    out["figures"] = Json::array();
    for (const CollectiveFigure& f : v.figures) out["figures"].push_back(scores_of(f));
    out["constants"] = Json::array();
    for (const CollectivePrior& p : CollectivePriors::built_in().parameters)
        out["constants"].push_back({{"of", p.field->of},
                                    {"name", p.field->name},
                                    {"key", p.field->key},
                                    {"unit", p.unit},
                                    {"value", CollectiveConstants::built_in().*p.field->value},
                                    {"refitted", v.fitted.*p.field->value},
                                    {"low", p.low},
                                    {"high", p.high},
                                    {"meaning", p.meaning},
                                    {"informed_by", p.informed_by}});
    return out;
}

Json collectives_schema() {
    using namespace schema;
    const Json row = object({{"id", text},
                             {"series", text},
                             {"metric", text},
                             {"fabric", text},
                             {"collective", text},
                             {"variant", text},
                             {"gpus", number},
                             {"size_bytes", number},
                             {"published", number},
                             {"predicted", number},
                             {"error_pct", number},
                             {"band_low", number},
                             {"band_high", number},
                             {"held_out_error_pct", number},
                             {"assumed", list_of(text)}});
    const Json figures = list_of(object({{"fabric", text_or_null},
                                         {"collective", text_or_null},
                                         {"sizes", text},
                                         {"core", boolean},
                                         {"rows", integer},
                                         {"fabrics", integer},
                                         {"median_abs_error_pct", number},
                                         {"p90_abs_error_pct", number},
                                         {"bias_pct", number},
                                         {"held_out_median_abs_error_pct", number},
                                         {"held_out_p90_abs_error_pct", number}}));
    const Json constant = object({{"of", text},
                                  {"name", text},
                                  {"key", text},
                                  {"unit", text},
                                  {"value", number},
                                  {"refitted", number},
                                  {"low", number},
                                  {"high", number},
                                  {"meaning", text},
                                  {"informed_by", text}});
    return object({{"rows", list_of(row)},
                   {"skipped", list_of(object({{"id", text}, {"why", text}}))},
                   {"mean_abs_error_pct", number_or_null},
                   {"median_abs_error_pct", number_or_null},
                   {"p90_abs_error_pct", number_or_null},
                   {"totals", figures},
                   {"figures", figures},
                   {"constants", list_of(constant)}});
}

} // namespace roofrack
