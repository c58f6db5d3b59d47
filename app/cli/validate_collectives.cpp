// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate_collectives.h"

#include "app/cli/command.h"

#include "core/measure/validate_collectives.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

Json figure_json(const CollectiveFigure& f) {
    return {{"fabric", f.fabric.empty() ? Json(nullptr) : Json(f.fabric)},
            {"collective", f.collective.empty() ? Json(nullptr) : Json(f.collective)},
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

Json to_json(const CollectiveValidation& v) {
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
    for (const CollectiveFigure& f : v.totals) out["totals"].push_back(figure_json(f));
    out["figures"] = Json::array();
    for (const CollectiveFigure& f : v.figures) out["figures"].push_back(figure_json(f));
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

void print(const CollectiveValidation& v, bool markdown) {
    const auto line = [&](const std::string& fabric, const std::string& collective,
                          const CollectiveFigure& f) {
        fmt::print(fmt::runtime(markdown
                                    ? "| {} | {} | {} | {} | {:.1f} % | {:.1f} % | {:+.1f} % | {:.1f} "
                                      "% | {:.1f} % |\n"
                                    : "{:<58.57}{:<16}{:<18}{:>5}{:>8.1f} %{:>8.1f} %{:>+8.1f} %{:>8.1f} "
                                      "%{:>8.1f} %\n"),
                   fabric, collective, name_of(f.band), f.rows, f.median, f.p90, f.bias, f.held_out_median,
                   f.held_out_p90);
    };
    if (markdown)
        fmt::print("| fabric | collective | message size | rows | median error | 90th percentile | bias | "
                   "median, source left out | 90th percentile, source left out |\n"
                   "|---|---|---|--:|--:|--:|--:|--:|--:|\n");
    else
        fmt::print("{:<58}{:<16}{:<18}{:>5}{:>10}{:>10}{:>10}{:>20}\n", "fabric", "collective",
                   "message size", "rows", "median", "90th", "bias", "source left out");
    for (const CollectiveFigure& f : v.figures)
        line(f.core ? f.fabric : "misconfigured: " + f.fabric, f.collective, f);
    for (const CollectiveFigure& f : v.totals)
        line(fmt::format("all {} fabrics, each weighing the same", f.fabrics), "", f);
    if (!markdown)
        for (const SkippedRow& row : v.skipped) fmt::print("skipped {}: {}\n", row.id, row.why);
    fmt::print("\n{} rows predicted, {} skipped. Left out: each source predicted by constants fitted without "
               "it.\n",
               v.rows.size(), v.skipped.size());
}

} // namespace

bool is_collectives(const std::string& csv) {
    const auto table = read_csv(csv);
    return table && holds_collectives(*table);
}

int validate_collectives_file(const CollectiveOptions& options) {
    const auto table = read_csv(options.csv);
    if (!table) return report(table.error());
    const auto result = validate_collectives(*table, options.csv, Catalog::built_in(), options.core);
    if (!result) return report(result.error());
    if (options.json)
        fmt::print("{}\n", to_json(*result).dump(2));
    else
        print(*result, options.markdown);
    return 0;
}

} // namespace roofrack::cli
