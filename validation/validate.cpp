// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/validate.h"

#include "core/step/cost/bands/single_source.h"
#include "validation/audit.h"
#include "validation/validation_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

void set_band(ValidationRun& run, const Uncertainty& uncertainty, std::vector<SpreadTerm> single_source) {
    BandBasis basis = run.residual.basis();
    basis.single_source = std::move(single_source);
    const Band band = uncertainty.band(run.row.predicted, basis);
    run.row.band_low = band.low;
    run.row.band_high = band.high;
}

std::vector<SpreadTerm> single_source_terms_of(const ValidationRun& run, const CostParameters& parameters) {
    const RunConfig config = completed(run.run, parameters);
    return single_source_terms(step_inputs(config), *run.run.accelerator, parameters,
                               Uncertainty::built_in());
}

void score(Validation& out) {
    out.all = figures_of(std::span<const ValidatedRow>(out.rows));
    out.mean_abs_error_pct = out.all.mean_abs_error_pct;
    out.median_abs_error_pct = out.all.median_abs_error_pct;
    out.p90_abs_error_pct = out.all.p90_abs_error_pct;
    std::vector<std::pair<double, double>> plain;
    for (const ValidatedRow& row : out.rows) plain.emplace_back(std::abs(row.error_pct), 1);
    out.row_median_abs_error_pct = weighted_quantile(std::move(plain), 0.5);
    out.by_use = by_use(out.rows, out.skipped);
    out.by_stack = by_stack(out.rows);
    out.by_series = by_series(out.rows);
    out.scaling = scaling_ratios(out.rows);
    std::vector<std::pair<double, double>> ratios;
    for (const ScalingRatio& ratio : out.scaling) ratios.emplace_back(std::abs(ratio.error_pct), 1);
    out.scaling_median_error_pct = weighted_quantile(std::move(ratios), 0.5);
}

/// Predictions by factors, and bands from residuals, of the other series.
void leave_out(std::vector<ValidationRun>& runs, const std::vector<size_t>& table_rows, const Table& table,
               const Catalog& catalog, const CostParameters& parameters, Validation& out) {
    std::vector<FitRun> fitted;
    for (const ValidationRun& run : runs) fitted.push_back(run.run);
    const auto constants = inform_constants(fitted, every_factor(), parameters);
    for (size_t i = 0; i < runs.size(); ++i) substitute(runs[i], table, table_rows[i], catalog, parameters);
    hold_out(runs, parameters, constants);
    std::vector<Residual> residuals;
    for (const ValidationRun& run : runs) residuals.push_back(run.residual);
    std::map<std::string, Uncertainty> without;
    for (size_t i = 0; i < runs.size(); ++i) {
        const std::string& series = runs[i].row.series;
        auto it = without.find(series);
        if (it == without.end())
            it = without.emplace(series, derive_uncertainty(residuals, constants, series)).first;
        set_band(runs[i], it->second, single_source_terms_of(i, constants, series));
    }
    out.uncertainty = derive_uncertainty(residuals, constants);
}

} // namespace

Result<Table> read_runs(std::span<const std::filesystem::path> files) {
    std::vector<Table> tables;
    for (const std::filesystem::path& file : files) {
        auto table = read_csv(file);
        if (!table) return tl::unexpected(table.error());
        tables.push_back(std::move(*table));
    }
    return joined(std::move(tables));
}

Result<std::vector<ValidationRun>> predicted_runs(const Table& table, const std::string& where,
                                                  const Catalog& catalog, const CostParameters& parameters,
                                                  bool only_core, std::vector<SkippedRow>& skipped,
                                                  std::vector<size_t>* rows) {
    for (const std::string_view needed : {"id", "gpu", "gpus", "layers", "hidden", "seq", "global_batch"})
        if (table.column(needed) == std::string::npos)
            return fail(where, fmt::format("no column '{}'", needed), "give the columns of RUNS.csv");
    std::vector<ValidationRun> out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow row(table, i);
        if (only_core && (row.text("use") != "core" || row.text("config_complete") != "yes")) continue;
        if (auto run = validation_run(row, catalog, parameters)) {
            out.push_back(std::move(*run));
            if (rows) rows->push_back(i);
        } else {
            skipped.push_back({std::string(row.text("id")), run.error().what, use_of(row)});
        }
    }
    return out;
}

Result<Validation> validate_table(const Table& table, const std::string& where, const Catalog& catalog,
                                  const CostParameters& parameters, bool only_core,
                                  bool leave_one_series_out) {
    Validation out;
    std::vector<size_t> table_rows;
    auto predicted = predicted_runs(table, where, catalog, parameters, only_core, out.skipped, &table_rows);
    if (!predicted) return tl::unexpected(predicted.error());
    std::vector<ValidationRun>& runs = *predicted;
    for (ValidationRun& run : runs)
        set_band(run, Uncertainty::built_in(), single_source_terms_of(run, parameters));
    for (size_t i = 0; i < table.rows.size(); ++i) {
        const RunRow row(table, i);
        if (only_core && use_of(row) != "core") continue;
        for (Contradiction& found : contradictions(row)) out.contradictions.push_back(std::move(found));
    }
    const auto take = [&] {
        out.rows.clear();
        for (const ValidationRun& run : runs) out.rows.push_back(run.row);
        score(out);
    };
    out.memory = validate_memory(table, catalog, parameters, only_core);
    out.uncertainty = Uncertainty::built_in();
    out.nominal_coverage = out.uncertainty.nominal;
    take();
    if (!leave_one_series_out || runs.empty()) return out;
    out.held_out = true;
    out.fitted_median_abs_error_pct = out.median_abs_error_pct;
    out.fitted_p90_abs_error_pct = out.p90_abs_error_pct;
    leave_out(runs, table_rows, table, catalog, parameters, out);
    take();
    return out;
}

} // namespace roofrack
