// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/report/collectives_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

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

Json bands_json(const CollectiveBands& bands) {
    Json out = Json::array();
    for (size_t b = 0; b < size_band_count; ++b)
        out.push_back({{"sizes", name_of(static_cast<SizeBand>(b))},
                       {"near", bands.near[b]},
                       {"far", bands.far[b]},
                       {"measured", bands.measured[b]}});
    return out;
}

Json bands_schema() {
    using namespace schema;
    return list_of(object({{"sizes", text}, {"near", number}, {"far", number}, {"measured", list_of(text)}}));
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
                               {"far", p.far},
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
    out["bands"] = bands_json(CollectiveBands::built_in());
    out["derived_bands"] = bands_json(v.bands);
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
                             {"far", boolean},
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
                   {"bands", bands_schema()},
                   {"derived_bands", bands_schema()},
                   {"constants", list_of(constant)}});
}

Json collective_transfer_json(const CollectiveTransfer& test) {
    const auto figure = [](const SweepFigure& f) {
        return Json{{"name", filled_or_null(f.name)},
                    {"sizes", name_of(f.band)},
                    {"rows", f.rows},
                    {"fabrics", f.fabrics},
                    {"median_abs_error_pct", f.median},
                    {"p90_abs_error_pct", f.p90},
                    {"bias_pct", f.bias},
                    {"coverage", f.coverage},
                    {"band_factor", f.band_factor}};
    };
    Json out{{"left_out", name_of(test.by)}, {"nominal", CollectiveBands::nominal}};
    for (const auto& [key, figures] : {std::pair{"totals", &test.totals}, {"classes", &test.classes}}) {
        out[key] = Json::array();
        for (const SweepFigure& f : *figures) out[key].push_back(figure(f));
    }
    out["bands"] = bands_json(test.bands);
    out["sweeps"] = Json::array();
    for (const TransferredSweep& r : test.rows)
        out["sweeps"].push_back({{"id", r.row.id},
                                 {"source", r.row.source},
                                 {"fabric", r.row.fabric_name},
                                 {"transport", r.row.transport},
                                 {"collective", name_of(r.row.collective)},
                                 {"gpus", r.row.gpus},
                                 {"size_bytes", r.row.bytes},
                                 {"published", r.row.seconds},
                                 {"predicted", r.predicted},
                                 {"error_pct", r.error_pct},
                                 {"band_low", r.band_low},
                                 {"band_high", r.band_high},
                                 {"far", r.far}});
    out["skipped"] = Json::array();
    for (const SkippedRow& row : test.skipped) out["skipped"].push_back({{"id", row.id}, {"why", row.why}});
    return out;
}

Json collective_transfer_schema() {
    using namespace schema;
    const Json figures = list_of(object({{"name", text_or_null},
                                         {"sizes", text},
                                         {"rows", integer},
                                         {"fabrics", integer},
                                         {"median_abs_error_pct", number},
                                         {"p90_abs_error_pct", number},
                                         {"bias_pct", number},
                                         {"coverage", number},
                                         {"band_factor", number}}));
    const Json row = object({{"id", text},
                             {"source", text},
                             {"fabric", text},
                             {"transport", text},
                             {"collective", text},
                             {"gpus", number},
                             {"size_bytes", number},
                             {"published", number},
                             {"predicted", number},
                             {"error_pct", number},
                             {"band_low", number},
                             {"band_high", number},
                             {"far", boolean}});
    return object({{"left_out", text},
                   {"nominal", number},
                   {"totals", figures},
                   {"classes", figures},
                   {"bands", bands_schema()},
                   {"sweeps", list_of(row)},
                   {"skipped", list_of(object({{"id", text}, {"why", text}}))}});
}

} // namespace roofrack
