// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "catalog/catalog.h"
#include "cost/parameters.h"
#include "measure/runs.h"
#include "units/diagnostic.h"

#include <filesystem>

namespace roofrack {

struct ValidatedRow {
    std::string id, series, metric;
    std::string gpu, software, model;
    double gpus = 0;
    double published = 0, predicted = 0; ///< seconds for step times, else in the metric's own unit
    double error_pct = 0;                ///< 100 × (predicted ÷ published − 1)
    double band_low = 0, band_high = 0;
    std::vector<std::string> assumed;
};

struct SkippedRow {
    std::string id, why;
};

struct Validation {
    std::vector<ValidatedRow> rows;
    std::vector<SkippedRow> skipped;
    double mean_abs_error_pct = 0, median_abs_error_pct = 0,
           p90_abs_error_pct = 0;        ///< over rows, each weighted 1 ÷ rows of its series
    double row_median_abs_error_pct = 0; ///< unweighted
    bool held_out =
        false; ///< each series was predicted by factors fitted without it; the fitted figures stand below
    double fitted_median_abs_error_pct = 0, fitted_p90_abs_error_pct = 0;
};

/// Predicts every published run of a RUNS.csv (formats.md). `only_core`: rows with use = core and
/// config_complete = yes.
Result<Validation> validate_runs(const std::filesystem::path& csv, const Catalog& catalog,
                                 bool only_core = false, bool leave_one_series_out = false);

/// The same with other parameters than the built-in ones: for fitting.
Result<Validation> validate_table(const Table& table, const std::string& where, const Catalog& catalog,
                                  const CostParameters& parameters, bool only_core = false,
                                  bool leave_one_series_out = false);

} // namespace roofrack
