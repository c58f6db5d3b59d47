// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/report/validation_json.h"
#include "validation/report/odds_reliability_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/measured/measure/published/run_groups.h"
#include "validation/report/collectives_json.h"
#include "validation/report/scaling_validation_json.h"
#include "validation/report/transfer_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json run_json(const ValidatedRow& row) {
    return {{"id", row.id},
            {"series", row.series},
            {"use", row.use},
            {"metric", row.metric},
            {"gpu", row.gpu},
            {"software", row.software},
            {"family", row.family},
            {"generation", row.generation},
            {"precision", row.precision},
            {"source", row.source},
            {"gpus", row.gpus},
            {"published_step_s", finite_or_null(row.published_step)},
            {"predicted_step_s", finite_or_null(row.predicted_step)},
            {"published", row.published},
            {"predicted", finite_or_null(row.predicted)},
            {"error_pct", finite_or_null(row.error_pct)},
            {"fitted_error_pct", finite_or_null(row.fitted_error_pct)},
            {"band_low", finite_or_null(row.band_low)},
            {"band_high", finite_or_null(row.band_high)},
            {"assumed", row.assumed}};
}

Json scores_json(const Figures& f) {
    const auto figure = [&](double value) { return f.rows == 0 ? Json(nullptr) : finite_or_null(value); };
    return {{"rows", f.rows},
            {"series", f.series},
            {"median_abs_error_pct", figure(f.median_abs_error_pct)},
            {"mean_abs_error_pct", figure(f.mean_abs_error_pct)},
            {"p90_abs_error_pct", figure(f.p90_abs_error_pct)},
            {"bias_pct", figure(f.bias_pct)},
            {"lower_quartile_pct", figure(f.lower_quartile_pct)},
            {"middle_pct", figure(f.middle_pct)},
            {"upper_quartile_pct", figure(f.upper_quartile_pct)},
            {"fitted_median_abs_error_pct", figure(f.fitted_median_error_pct)},
            {"fitted_p90_abs_error_pct", figure(f.fitted_p90_error_pct)},
            {"fitted_mean_abs_error_pct", figure(f.fitted_mean_error_pct)},
            {"coverage", figure(f.coverage)},
            {"median_half_width_pct", figure(f.half_width_pct)}};
}

Json group_json(const FigureGroup& group, const char* key, const char* second = nullptr) {
    Json out{{key, group.key}};
    if (second) out[second] = group.second;
    out.update(scores_json(group.figures));
    return out;
}

Json ratio_json(const ScalingRatio& r) {
    return {{"series", r.series},
            {"model", r.model},
            {"software", r.software},
            {"precision", r.precision},
            {"kind", r.strong ? "strong" : "weak"},
            {"sequence", r.sequence},
            {r.strong ? "global_batch" : "batch_per_gpu", r.batch},
            {"smallest_gpus", r.smallest},
            {"largest_gpus", r.largest},
            {"published_ratio", finite_or_null(r.published)},
            {"predicted_ratio", finite_or_null(r.predicted)},
            {"error_pct", finite_or_null(r.error_pct)}};
}

Json published_memory_json(const MemoryValidation& memory) {
    Json rows = Json::array(), skipped = Json::array(), series = Json::array(), exceeding = Json::array();
    for (const ValidatedRow& row : memory.rows)
        rows.push_back({{"id", row.id},
                        {"series", row.series},
                        {"metric", row.metric},
                        {"gpu", row.gpu},
                        {"software", row.software},
                        {"published", row.published},
                        {"predicted", row.predicted},
                        {"error_pct", row.error_pct},
                        {"band_low", row.band_low},
                        {"band_high", row.band_high},
                        {"assumed", row.assumed}});
    for (const SkippedRow& row : memory.skipped) skipped.push_back({{"id", row.id}, {"why", row.why}});
    for (const FigureGroup& group : memory.by_series)
        series.push_back({{"name", group.key},
                          {"rows", group.figures.rows},
                          {"median_abs_error_pct", group.figures.median_abs_error_pct},
                          {"bias_pct", group.figures.bias_pct}});
    const auto fit = [](const ConfigurationFit& f) {
        return Json{{"id", f.id}, {"needed_bytes", f.needed}, {"capacity_bytes", f.capacity}};
    };
    for (const ConfigurationFit& f : memory.exceeding) exceeding.push_back(fit(f));
    Json tightest = nullptr;
    if (memory.tightest.capacity > 0) {
        tightest = fit(memory.tightest);
        tightest["doubled_micro_batch_bytes"] = memory.tightest_doubled;
    }
    const bool known = !memory.rows.empty();
    return {{"rows", std::move(rows)},
            {"skipped", std::move(skipped)},
            {"median_abs_error_pct", known ? Json(memory.all.median_abs_error_pct) : Json(nullptr)},
            {"coverage", known ? Json(memory.all.coverage) : Json(nullptr)},
            {"median_half_width_pct", known ? Json(memory.all.half_width_pct) : Json(nullptr)},
            {"by_series", std::move(series)},
            {"configurations", memory.configurations},
            {"exceeding", std::move(exceeding)},
            {"tightest", std::move(tightest)}};
}

} // namespace

Json validation_json(const Validation& v) {
    Json out;
    out["rows"] = Json::array();
    for (const ValidatedRow& row : v.rows) out["rows"].push_back(run_json(row));
    out["skipped"] = Json::array();
    for (const SkippedRow& row : v.skipped)
        out["skipped"].push_back({{"id", row.id}, {"why", row.why}, {"use", row.use}});
    out["contradictions"] = Json::array();
    for (const Contradiction& found : v.contradictions)
        out["contradictions"].push_back({{"id", found.id}, {"columns", found.columns}, {"what", found.what}});
    const auto figure = [&](double value) { return v.rows.empty() ? Json(nullptr) : finite_or_null(value); };
    out["mean_abs_error_pct"] = figure(v.mean_abs_error_pct);
    out["median_abs_error_pct"] = figure(v.median_abs_error_pct);
    out["p90_abs_error_pct"] = figure(v.p90_abs_error_pct);
    out["row_median_abs_error_pct"] = figure(v.row_median_abs_error_pct);
    out["held_out"] = v.held_out;
    if (v.held_out)
        out["fitted"] = {{"median_abs_error_pct", figure(v.fitted_median_abs_error_pct)},
                         {"p90_abs_error_pct", figure(v.fitted_p90_abs_error_pct)}};
    out["by_use"] = Json::array();
    for (const FigureGroup& group : v.by_use) {
        Json entry = group_json(group, "use");
        entry["skipped"] = group.skipped;
        out["by_use"].push_back(std::move(entry));
    }
    out["by_stack"] = Json::array();
    for (const FigureGroup& group : v.by_stack)
        out["by_stack"].push_back(group_json(group, "gpu", "software"));
    for (const RunClass by : run_classes) {
        Json& groups = out["by_class"][std::string(name_of(by))] = Json::array();
        for (const FigureGroup& group : grouped_by(v.rows, by)) groups.push_back(group_json(group, "name"));
    }
    out["by_series"] = Json::array();
    for (const FigureGroup& group : v.by_series) out["by_series"].push_back(group_json(group, "name"));
    out["scaling"] = {{"curves", Json::array()},
                      {"median_abs_error_pct",
                       v.scaling.empty() ? Json(nullptr) : finite_or_null(v.scaling_median_error_pct)}};
    for (const ScalingRatio& ratio : v.scaling) out["scaling"]["curves"].push_back(ratio_json(ratio));
    out["memory"] = published_memory_json(v.memory);
    out["bands"] = {{"nominal", v.nominal_coverage},
                    {"coverage", figure(v.all.coverage)},
                    {"median_half_width_pct", figure(v.all.half_width_pct)}};
    return out;
}

namespace {

Json scores_schema(Json keys) {
    using namespace schema;
    keys.update({{"rows", integer}, {"series", integer}});
    for (const char* const key :
         {"median_abs_error_pct", "mean_abs_error_pct", "p90_abs_error_pct", "bias_pct", "lower_quartile_pct",
          "middle_pct", "upper_quartile_pct", "fitted_median_abs_error_pct", "fitted_p90_abs_error_pct",
          "fitted_mean_abs_error_pct", "coverage", "median_half_width_pct"})
        keys[key] = number_or_null;
    return list_of(object(std::move(keys)));
}

Json ratio_schema() {
    using namespace schema;
    const Json ratio = object({{"series", text},
                               {"model", text},
                               {"software", text},
                               {"precision", text},
                               {"kind", {{"enum", {"strong", "weak"}}}},
                               {"sequence", number},
                               {"smallest_gpus", number},
                               {"largest_gpus", number},
                               {"published_ratio", number_or_null},
                               {"predicted_ratio", number_or_null},
                               {"error_pct", number_or_null}});
    // Strong scaling keeps the batch of the step, weak scaling that of a GPU.
    return with_optional(ratio, {{"global_batch", number}, {"batch_per_gpu", number}});
}

Json published_memory_schema() {
    using namespace schema;
    const Json row = object({{"id", text},
                             {"series", text},
                             {"metric", text},
                             {"gpu", text},
                             {"software", text},
                             {"published", number},
                             {"predicted", number},
                             {"error_pct", number},
                             {"band_low", number},
                             {"band_high", number},
                             {"assumed", list_of(text)}});
    const Json series =
        object({{"name", text}, {"rows", integer}, {"median_abs_error_pct", number}, {"bias_pct", number}});
    Json fit{{"id", text}, {"needed_bytes", number}, {"capacity_bytes", number}};
    Json tightest = fit;
    tightest["doubled_micro_batch_bytes"] = number;
    return object({{"rows", list_of(row)},
                   {"skipped", list_of(object({{"id", text}, {"why", text}}))},
                   {"median_abs_error_pct", number_or_null},
                   {"coverage", number_or_null},
                   {"median_half_width_pct", number_or_null},
                   {"by_series", list_of(series)},
                   {"configurations", integer},
                   {"exceeding", list_of(object(std::move(fit)))},
                   {"tightest", nullable(object(std::move(tightest)))}});
}

} // namespace

Json validation_schema() {
    using namespace schema;
    const Json row = object({{"id", text},
                             {"series", text},
                             {"use", text},
                             {"metric", text},
                             {"gpu", text},
                             {"software", text},
                             {"family", text},
                             {"generation", text},
                             {"precision", text},
                             {"source", text},
                             {"gpus", number},
                             {"published_step_s", number_or_null},
                             {"predicted_step_s", number_or_null},
                             {"published", number},
                             {"predicted", number_or_null},
                             {"error_pct", number_or_null},
                             {"fitted_error_pct", number_or_null},
                             {"band_low", number_or_null},
                             {"band_high", number_or_null},
                             {"assumed", list_of(text)}});
    const Json bands = object(
        {{"nominal", number}, {"coverage", number_or_null}, {"median_half_width_pct", number_or_null}});
    const Json out = object(
        {{"rows", list_of(row)},
         {"skipped", list_of(object({{"id", text}, {"why", text}, {"use", text}}))},
         {"contradictions", list_of(object({{"id", text}, {"columns", list_of(text)}, {"what", text}}))},
         {"mean_abs_error_pct", number_or_null},
         {"median_abs_error_pct", number_or_null},
         {"p90_abs_error_pct", number_or_null},
         {"row_median_abs_error_pct", number_or_null},
         {"held_out", boolean},
         {"by_use", scores_schema({{"use", text}, {"skipped", integer}})},
         {"by_stack", scores_schema({{"gpu", text}, {"software", text}})},
         {"by_class", object({{"generation", scores_schema({{"name", text}})},
                              {"family", scores_schema({{"name", text}})},
                              {"release", scores_schema({{"name", text}})},
                              {"scale", scores_schema({{"name", text}})},
                              {"precision", scores_schema({{"name", text}})}})},
         {"by_series", scores_schema({{"name", text}})},
         {"scaling", object({{"curves", list_of(ratio_schema())}, {"median_abs_error_pct", number_or_null}})},
         {"memory", published_memory_schema()},
         {"bands", bands}});
    const Json fitted =
        object({{"median_abs_error_pct", number_or_null}, {"p90_abs_error_pct", number_or_null}});
    return with_optional(out, {{"fitted", fitted}}); // only where each series was left out
}

Json validate_schema() {
    return {{"anyOf", Json::array({validation_schema(), collectives_schema(), scaling_validation_schema(),
                                   transfer_schema(), left_out_schema(), collective_transfer_schema(),
                                   odds_reliability_schema()})}};
}

} // namespace roofrack
