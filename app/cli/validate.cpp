// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include "measure/validate.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct Options {
    std::string csv;
    bool json = false, core = false, markdown = false, leave_one_series_out = false;
};

nlohmann::ordered_json to_json(const Validation& v) {
    nlohmann::ordered_json out;
    out["rows"] = nlohmann::ordered_json::array();
    for (const ValidatedRow& row : v.rows)
        out["rows"].push_back({{"id", row.id},
                               {"series", row.series},
                               {"metric", row.metric},
                               {"gpu", row.gpu},
                               {"software", row.software},
                               {"gpus", row.gpus},
                               {"published", row.published},
                               {"predicted", row.predicted},
                               {"error_pct", row.error_pct},
                               {"band_low", row.band_low},
                               {"band_high", row.band_high},
                               {"assumed", row.assumed}});
    out["skipped"] = nlohmann::ordered_json::array();
    for (const SkippedRow& row : v.skipped) out["skipped"].push_back({{"id", row.id}, {"why", row.why}});
    const auto figure = [&](double value) {
        return v.rows.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
    };
    out["mean_abs_error_pct"] = figure(v.mean_abs_error_pct);
    out["median_abs_error_pct"] = figure(v.median_abs_error_pct);
    out["p90_abs_error_pct"] = figure(v.p90_abs_error_pct);
    out["row_median_abs_error_pct"] = figure(v.row_median_abs_error_pct);
    if (v.held_out)
        out["fitted"] = {{"median_abs_error_pct", figure(v.fitted_median_abs_error_pct)},
                         {"p90_abs_error_pct", figure(v.fitted_p90_abs_error_pct)}};
    return out;
}

struct Line {
    int rows = 0;
    std::vector<double> errors;
    double bias = 0;
};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

/// One line a GPU and software family: rows, median |error| and bias.
void print_groups(const Validation& v, bool markdown) {
    std::map<std::pair<std::string, std::string>, Line> lines;
    for (const ValidatedRow& row : v.rows) {
        Line& line = lines[{row.gpu, CostParameters::built_in().stack(row.software).label}];
        ++line.rows;
        line.errors.push_back(std::abs(row.error_pct));
        line.bias += row.error_pct;
    }
    if (markdown)
        fmt::print("| GPU | software | runs | median error | bias |\n|---|---|--:|--:|--:|\n");
    else
        fmt::print("{:<40}{:<36}{:>6}{:>10}{:>9}\n", "GPU", "software", "runs", "median", "bias");
    for (const auto& [key, line] : lines)
        fmt::print(fmt::runtime(markdown ? "| {} | {} | {} | {:.1f} % | {:+.1f} % |\n"
                                         : "{:<40}{:<36}{:>6}{:>8.1f} %{:>+7.1f} %\n"),
                   key.first, key.second, line.rows, median(line.errors), line.bias / line.rows);
}

void print(const Validation& v, bool markdown) {
    if (!markdown) {
        fmt::print("{:<52}{:>12}{:>12}{:>9}\n", "run", "published", "predicted", "error");
        for (const ValidatedRow& row : v.rows)
            fmt::print("{:<52}{:>12.4g}{:>12.4g}{:>+8.1f} %\n", row.id.substr(0, 51), row.published,
                       row.predicted, row.error_pct);
        for (const SkippedRow& row : v.skipped) fmt::print("skipped {}: {}\n", row.id, row.why);
        fmt::print("\n");
    }
    print_groups(v, markdown);
    fmt::print("\n{} runs predicted, {} skipped. Absolute error, each series weighing the same: median "
               "{:.1f} %, mean {:.1f} %, 90th percentile {:.1f} %.\n",
               v.rows.size(), v.skipped.size(), v.median_abs_error_pct, v.mean_abs_error_pct,
               v.p90_abs_error_pct);
    if (v.held_out)
        fmt::print(
            "Each series was predicted by factors fitted without it; fitted on all: median {:.1f} %, 90th "
            "percentile {:.1f} %.\n",
            v.fitted_median_abs_error_pct, v.fitted_p90_abs_error_pct);
}

} // namespace

void add_validate(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("validate", "Predict published runs and compare");
    command->footer("Example: roofrack-cli validate training_runs.csv --core --json");
    auto options = std::make_shared<Options>();
    command->add_option("CSV", options->csv, "runs, one a row")->required();
    command->add_flag("--core", options->core, "only rows with use = core and config_complete = yes");
    command->add_flag("--leave-one-series-out", options->leave_one_series_out,
                      "fit the factors anew without each series before predicting it (minutes)");
    command->add_flag("--markdown", options->markdown, "print the table by GPU and software as Markdown");
    command->add_flag("--json", options->json, "print JSON");
    command->callback([options, &exit_code] {
        const auto result =
            validate_runs(options->csv, Catalog::built_in(), options->core, options->leave_one_series_out);
        if (!result) {
            exit_code = report(result.error());
            return;
        }
        if (options->json)
            fmt::print("{}\n", to_json(*result).dump(2));
        else
            print(*result, options->markdown);
    });
}

} // namespace roofrack::cli
