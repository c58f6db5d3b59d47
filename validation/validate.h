// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/files/csv_table.h"
#include "core/step/cost/bands/uncertainty.h"
#include "core/step/cost/parameters.h"
#include "validation/printed_cells.h"
#include "validation/score.h"
#include "validation/validate_memory.h"
#include "validation/validation_run.h"

#include <filesystem>
#include <span>

namespace roofrack {

struct Validation {
    std::vector<ValidatedRow> rows;
    std::vector<SkippedRow> skipped;
    std::vector<Contradiction> contradictions; ///< cells of one row that cannot all be true
    MemoryValidation memory;                   ///< memory of rows with a figure in mem_gb
    double mean_abs_error_pct = 0, median_abs_error_pct = 0,
           p90_abs_error_pct = 0;        ///< over rows, each weighted 1 ÷ rows of its series
    double row_median_abs_error_pct = 0; ///< unweighted
    bool held_out =
        false; ///< each series was predicted by factors fitted without it; the fitted figures stand below
    double fitted_median_abs_error_pct = 0, fitted_p90_abs_error_pct = 0;
    double nominal_coverage = 0.8;
    Figures all; ///< figures of all rows, bands included
    std::vector<FigureGroup> by_use, by_stack, by_series;
    std::vector<ScalingRatio> scaling;
    double scaling_median_error_pct = 0; ///< |predicted ÷ published ratio − 1|, median over the curves
    Uncertainty uncertainty;             ///< held out: the spreads of these runs' own residuals
};

/// The rows of several RUNS.csv as one table: columns by name, those that a file lacks are empty there. Fails
/// on the first file that cannot be read.
Result<Table> read_runs(std::span<const std::filesystem::path> files);

/// Every row that can be predicted, with its prediction; the others with why in `skipped`. Fails (where: the
/// file) when a column of RUNS.csv is missing. `rows`: where each stands in the table, if asked for.
Result<std::vector<ValidationRun>> predicted_runs(const Table& table, const std::string& where,
                                                  const Catalog& catalog, const CostParameters& parameters,
                                                  bool only_core, std::vector<SkippedRow>& skipped,
                                                  std::vector<size_t>* rows = nullptr);

/// Predicts every published run of a table like RUNS.csv (docs/formats.md). `only_core`: rows with use = core
/// and config_complete = yes. Held out, a series' predictions come from factors fitted without it and its
/// bands from the residuals of the other series.
Result<Validation> validate_table(const Table& table, const std::string& where, const Catalog& catalog,
                                  const CostParameters& parameters, bool only_core = false,
                                  bool leave_one_series_out = false);

} // namespace roofrack
