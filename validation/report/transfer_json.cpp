// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/report/transfer_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

/// Those that left_out_figures() keeps.
Json kept_figures_json(const Figures& f) {
    return {{"rows", f.rows},
            {"series", f.series},
            {"median_abs_error_pct", finite_or_null(f.median_abs_error_pct)},
            {"p90_abs_error_pct", finite_or_null(f.p90_abs_error_pct)},
            {"bias_pct", finite_or_null(f.bias_pct)},
            {"coverage", finite_or_null(f.coverage)},
            {"median_half_width_pct", finite_or_null(f.half_width_pct)}};
}

Json figures_json(const Figures& f) {
    Json out = kept_figures_json(f);
    out["fitted_median_abs_error_pct"] = finite_or_null(f.fitted_median_error_pct);
    out["fitted_p90_abs_error_pct"] = finite_or_null(f.fitted_p90_error_pct);
    return out;
}

Json kept_figures_keys() {
    using namespace schema;
    Json out{{"rows", integer}, {"series", integer}};
    for (const char* const key :
         {"median_abs_error_pct", "p90_abs_error_pct", "bias_pct", "coverage", "median_half_width_pct"})
        out[key] = number_or_null;
    return out;
}

Json figures_keys() {
    Json out = kept_figures_keys();
    for (const char* const key : {"fitted_median_abs_error_pct", "fitted_p90_abs_error_pct"})
        out[key] = schema::number_or_null;
    return out;
}

Json property_names() {
    Json names = Json::array();
    for (size_t by = 0; by < static_cast<size_t>(LeftOut::count); ++by)
        names.push_back(name_of(static_cast<LeftOut>(by)));
    return {{"enum", std::move(names)}};
}

} // namespace

Json left_out_json(std::span<const TransferTest> tests) {
    Json out{{"tests", Json::array()}};
    for (const TransferTest& test : tests) {
        Json classes = Json::array();
        for (const TransferClass& each : test.classes) {
            Json entry{{"name", each.name}};
            entry.update(kept_figures_json(each.figures));
            classes.push_back(std::move(entry));
        }
        out["tests"].push_back({{"left_out", name_of(test.by)},
                                {"nominal", test.nominal_coverage},
                                {"all", kept_figures_json(test.all)},
                                {"core", kept_figures_json(test.dense)},
                                {"experts", kept_figures_json(test.experts)},
                                {"classes", std::move(classes)}});
    }
    return out;
}

Json left_out_schema() {
    using namespace schema;
    Json entry{{"name", text}};
    entry.update(kept_figures_keys());
    return object({{"tests", list_of(object({{"left_out", property_names()},
                                             {"nominal", number},
                                             {"all", object(kept_figures_keys())},
                                             {"core", object(kept_figures_keys())},
                                             {"experts", object(kept_figures_keys())},
                                             {"classes", list_of(object(std::move(entry)))}}))}});
}

Json transfer_json(const TransferTest& test) {
    Json out{{"left_out", name_of(test.by)}, {"nominal", test.nominal_coverage}, {"classes", Json::array()}};
    for (const TransferClass& each : test.classes) {
        Json entry{{"name", each.name}};
        entry.update(figures_json(each.figures));
        entry["borrowed"] = each.borrowed;
        out["classes"].push_back(std::move(entry));
    }
    out["all"] = figures_json(test.all);
    out["core"] = figures_json(test.dense);
    out["experts"] = figures_json(test.experts);
    out["rows"] = Json::array();
    for (const ValidatedRow& row : test.rows)
        out["rows"].push_back({{"id", row.id},
                               {"series", row.series},
                               {"gpu", row.gpu},
                               {"software", row.software},
                               {"gpus", row.gpus},
                               {"published", row.published},
                               {"predicted", finite_or_null(row.predicted)},
                               {"error_pct", finite_or_null(row.error_pct)},
                               {"band_low", finite_or_null(row.band_low)},
                               {"band_high", finite_or_null(row.band_high)}});
    out["skipped"] = Json::array();
    for (const SkippedRow& row : test.skipped)
        out["skipped"].push_back({{"id", row.id}, {"why", row.why}, {"use", row.use}});
    return out;
}

Json transfer_schema() {
    using namespace schema;
    Json entry{{"name", text}};
    entry.update(figures_keys());
    entry["borrowed"] = list_of(text);
    const Json row = object({{"id", text},
                             {"series", text},
                             {"gpu", text},
                             {"software", text},
                             {"gpus", number},
                             {"published", number},
                             {"predicted", number_or_null},
                             {"error_pct", number_or_null},
                             {"band_low", number_or_null},
                             {"band_high", number_or_null}});
    return object({{"left_out", property_names()},
                   {"nominal", number},
                   {"classes", list_of(object(std::move(entry)))},
                   {"all", object(figures_keys())},
                   {"core", object(figures_keys())},
                   {"experts", object(figures_keys())},
                   {"rows", list_of(row)},
                   {"skipped", list_of(object({{"id", text}, {"why", text}, {"use", text}}))}});
}

} // namespace roofrack
