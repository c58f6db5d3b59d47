// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/validate/validate_output.h"

#include <fmt/format.h>

namespace roofrack::cli {

namespace {

std::string percent(double value) { return fmt::format("{:.1f} %", value); }
std::string signed_percent(double value) { return fmt::format("{:+.1f} %", value); }

/// The columns that every group shares. `held_out`: with the mean of the fitted figures beside.
std::vector<std::string> heads(std::vector<std::string> keys, bool held_out) {
    for (const char* head : {"runs", "series", "median error", "mean error"}) keys.emplace_back(head);
    if (held_out) keys.emplace_back("fitted mean");
    for (const char* head : {"bias", "80 % band", "in band"}) keys.emplace_back(head);
    return keys;
}

std::vector<std::string> cells(std::vector<std::string> keys, const Figures& f, bool held_out) {
    keys.push_back(fmt::format("{}", f.rows));
    keys.push_back(fmt::format("{}", f.series));
    keys.push_back(percent(f.median_abs_error_pct));
    keys.push_back(percent(f.mean_abs_error_pct));
    if (held_out) keys.push_back(percent(f.fitted_mean_error_pct));
    keys.push_back(signed_percent(f.bias_pct));
    keys.push_back(fmt::format("±{:.0f} %", f.half_width_pct));
    keys.push_back(fmt::format("{:.0f} %", 100 * f.coverage));
    return keys;
}

std::string stack_table(const std::vector<FigureGroup>& groups, bool held_out, bool markdown) {
    Columns table(markdown, heads({"GPU", "software"}, held_out), 2);
    for (const FigureGroup& g : groups) table.add(cells({g.key, g.second}, g.figures, held_out));
    return table.text();
}

std::string series_table(const Validation& v) {
    Columns table(false, heads({"series"}, v.held_out), 1);
    for (const FigureGroup& g : v.by_series) table.add(cells({g.key}, g.figures, v.held_out));
    return table.text();
}

/// By use, with the 90th percentiles.
std::string use_table(const Validation& v, bool markdown) {
    std::vector<std::string> names{"use", "runs", "skipped", "series", "median error", "90th percentile"};
    if (v.held_out) names.insert(names.end(), {"fitted median", "fitted 90th"});
    names.insert(names.end(), {"80 % band", "in band"});
    Columns table(markdown, names, 1);
    for (const FigureGroup& g : v.by_use) {
        const Figures& f = g.figures;
        std::vector<std::string> line{g.key.empty() ? "(not given)" : g.key, fmt::format("{}", f.rows),
                                      fmt::format("{}", g.skipped)};
        if (f.rows > 0) {
            line.insert(line.end(), {fmt::format("{}", f.series), percent(f.median_abs_error_pct),
                                     percent(f.p90_abs_error_pct)});
            if (v.held_out)
                line.insert(line.end(),
                            {percent(f.fitted_median_error_pct), percent(f.fitted_p90_error_pct)});
            line.insert(line.end(), {fmt::format("±{:.0f} %", f.half_width_pct),
                                     fmt::format("{:.0f} %", 100 * f.coverage)});
        }
        line.resize(names.size());
        table.add(std::move(line));
    }
    return table.text();
}

std::string scaling_table(const Validation& v) {
    Columns table(false, {"curve", "model", "software", "scaling", "GPUs", "published", "predicted", "error"},
                  4);
    for (const ScalingRatio& r : v.scaling)
        table.add({r.series, r.model, r.software, r.strong ? "strong" : "weak",
                   fmt::format("{:g} → {:g}", r.smallest, r.largest), fmt::format("{:.3f}", r.published),
                   fmt::format("{:.3f}", r.predicted), signed_percent(r.error_pct)});
    return table.text();
}

std::string summary(const Validation& v) {
    std::string out =
        fmt::format("{} runs of {} series predicted, {} skipped. Absolute error, each series "
                    "weighing the same: median {:.1f} %, mean {:.1f} %, 90th percentile {:.1f} %.",
                    v.rows.size(), v.all.series, v.skipped.size(), v.median_abs_error_pct,
                    v.mean_abs_error_pct, v.p90_abs_error_pct);
    if (v.held_out)
        out += fmt::format(" Each series was predicted by factors fitted without it; fitted on all: median "
                           "{:.1f} %, 90th percentile {:.1f} %.",
                           v.fitted_median_abs_error_pct, v.fitted_p90_abs_error_pct);
    if (!v.scaling.empty())
        out +=
            fmt::format(" Step time at the largest ÷ at the smallest GPU count, {} strong- and weak-scaling "
                        "curves: predicted within {:.1f} % (median).",
                        v.scaling.size(), v.scaling_median_error_pct);
    if (!v.rows.empty())
        out += fmt::format(" Bands of nominal {:.0f} % hold {:.0f} % of the runs; their median half-width is "
                           "{:.0f} %.",
                           100 * v.nominal_coverage, 100 * v.all.coverage, v.all.half_width_pct);
    return out + "\n";
}

} // namespace

std::string class_table(const Validation& v, RunClass by, bool markdown) {
    Columns table(markdown, heads({std::string(name_of(by))}, v.held_out), 1);
    for (const FigureGroup& g : grouped_by(v.rows, by)) table.add(cells({g.key}, g.figures, v.held_out));
    return table.text();
}

std::string validation_text(const Validation& v) {
    Columns rows(false, {"run", "published", "predicted", "error", "80 % band"}, 1);
    for (const ValidatedRow& row : v.rows)
        rows.add({row.id, fmt::format("{:.4g}", row.published), fmt::format("{:.4g}", row.predicted),
                  signed_percent(row.error_pct), fmt::format("{:.4g}…{:.4g}", row.band_low, row.band_high)});
    std::string out = rows.text();
    for (const SkippedRow& row : v.skipped) out += fmt::format("skipped {}: {}\n", row.id, row.why);
    for (const Contradiction& found : v.contradictions)
        out += fmt::format("contradicts itself {}: {}\n", found.id, found.what);
    if (!v.skipped.empty() || !v.contradictions.empty()) out += "\n";
    out += stack_table(v.by_stack, v.held_out, false) + series_table(v) + use_table(v, false);
    if (!v.scaling.empty()) out += scaling_table(v);
    return out + memory_text(v.memory) + summary(v);
}

std::string validation_markdown(const Validation& v) {
    std::string out;
    const bool several = v.by_use.size() > 1;
    if (several) out += use_table(v, true);
    for (const FigureGroup& use : v.by_use) {
        std::vector<ValidatedRow> rows;
        for (const ValidatedRow& row : v.rows)
            if (row.use == use.key) rows.push_back(row);
        // Uses of few rows stand in the first table alone.
        if (rows.empty() || (several && use.key != "core" && use.key != "extended")) continue;
        if (several) out += fmt::format("Rows of use “{}”:\n\n", use.key);
        out += stack_table(by_stack(rows), v.held_out, true);
    }
    return out + memory_markdown(v.memory) + summary(v);
}

} // namespace roofrack::cli
