// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate_output.h"

#include "core/report/json_number.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

Json row_json(const ValidatedRow& row) {
    return {{"id", row.id},
            {"series", row.series},
            {"use", row.use},
            {"metric", row.metric},
            {"gpu", row.gpu},
            {"software", row.software},
            {"family", row.family},
            {"gpus", row.gpus},
            {"published", row.published},
            {"predicted", finite_or_null(row.predicted)},
            {"error_pct", finite_or_null(row.error_pct)},
            {"fitted_error_pct", finite_or_null(row.fitted_error_pct)},
            {"band_low", finite_or_null(row.band_low)},
            {"band_high", finite_or_null(row.band_high)},
            {"assumed", row.assumed}};
}

Json figures_json(const Figures& f) {
    const auto figure = [&](double value) { return f.rows == 0 ? Json(nullptr) : finite_or_null(value); };
    return {{"rows", f.rows},
            {"series", f.series},
            {"median_abs_error_pct", figure(f.median_abs_error_pct)},
            {"mean_abs_error_pct", figure(f.mean_abs_error_pct)},
            {"p90_abs_error_pct", figure(f.p90_abs_error_pct)},
            {"bias_pct", figure(f.bias_pct)},
            {"fitted_median_abs_error_pct", figure(f.fitted_median_error_pct)},
            {"fitted_p90_abs_error_pct", figure(f.fitted_p90_error_pct)},
            {"fitted_mean_abs_error_pct", figure(f.fitted_mean_error_pct)},
            {"coverage", figure(f.coverage)},
            {"median_half_width_pct", figure(f.half_width_pct)}};
}

Json group_json(const FigureGroup& group, const char* key, const char* second = nullptr) {
    Json out{{key, group.key}};
    if (second) out[second] = group.second;
    out.update(figures_json(group.figures));
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

} // namespace

Json validation_json(const Validation& v) {
    Json out;
    out["rows"] = Json::array();
    for (const ValidatedRow& row : v.rows) out["rows"].push_back(row_json(row));
    out["skipped"] = Json::array();
    for (const SkippedRow& row : v.skipped)
        out["skipped"].push_back({{"id", row.id}, {"why", row.why}, {"use", row.use}});
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
    out["by_series"] = Json::array();
    for (const FigureGroup& group : v.by_series) out["by_series"].push_back(group_json(group, "name"));
    out["scaling"] = {{"curves", Json::array()},
                      {"median_abs_error_pct",
                       v.scaling.empty() ? Json(nullptr) : finite_or_null(v.scaling_median_error_pct)}};
    for (const ScalingRatio& ratio : v.scaling) out["scaling"]["curves"].push_back(ratio_json(ratio));
    out["memory"] = memory_json(v.memory);
    out["bands"] = {{"nominal", v.nominal_coverage},
                    {"coverage", figure(v.all.coverage)},
                    {"median_half_width_pct", figure(v.all.half_width_pct)}};
    return out;
}

} // namespace roofrack::cli
