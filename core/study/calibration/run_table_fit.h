// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/measured/measure/published/predicted_run.h"
#include "core/study/calibration/factor_fit.h"

#include <span>
#include <string>
#include <vector>

namespace roofrack {

/// Errors of the runs on so many GPUs, |predicted ÷ measured − 1| in %, the median.
struct RunTableErrors {
    double gpus = 0;
    size_t runs = 0;
    double before_pct = 0, after_pct = 0;
};
void describe(figures::Builder<RunTableErrors>& figures);

/// Factors that several measured runs of one GPU and stack set together.
struct RunTableFit {
    Factors factors;
    bool tells_network = false; ///< false: the runs differ too little in their communication
    double network_error = 0;   ///< standard error of ln(network factor)
    double fitted_to_gpus = 0;  ///< GPUs of the largest run that was fitted
    size_t fitted = 0, skipped = 0;
    std::vector<RunTableErrors> errors; ///< by GPU count, ascending, fitted ones and others
    std::string why_no_network;
    /// All fitted runs stay inside a scale-up domain: what they expose is the stack's as much as the links'.
    bool is_inside_domain = false;
};
void describe(figures::Builder<RunTableFit>& figures);

/// The rows of a table of runs (RUNS.csv) of the same accelerator and stack as a drawn scenario, predicted.
struct RunsLike {
    std::vector<PredictedRun> runs;
    size_t skipped = 0; ///< rows of other GPUs or stacks, or without what a prediction needs
};
RunsLike runs_like(const Prepared& drawn, const Table& table, const Catalog& catalog);

/// Fits the factors on the runs of at most `most_gpus` GPUs and predicts all. Gauss and Newton's method on
/// ln(predicted ÷ measured) with weights that make it a median's (Huber 1964: 1 ÷ |residual| beyond 2 %). The
/// network's factor is set only where its standard error is below a quarter: runs whose communication is a
/// like share of the step cannot tell it from slow kernels. Fails where no run is small enough, and where
/// factors beyond 1/4 to 4 would be needed.
Result<RunTableFit> fit_runs(std::span<const PredictedRun> runs, double most_gpus);

} // namespace roofrack
