// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/validated_row.h"
#include "core/measured/measure/published_metric.h"

namespace roofrack {

/// A row of RUNS.csv that can be predicted, with its prediction.
struct PredictedRun {
    ValidatedRow row; ///< without band
    PublishedMetric metric;
    RunConfig printed;   ///< what cells leave open is open
    RunConfig completed; ///< as predicted (choose_missing_settings)
};

/// The series that the row belongs to; its id where it is a series by itself.
std::string series_of(const RunRow& row);

/// The row's use, with "core, incomplete" where cells of a core row are missing.
std::string use_of(const RunRow& row);

/// Fails (what = why) when the row publishes no figure or no configuration.
Result<PredictedRun> predicted_run(const RunRow& row, const Catalog& catalog,
                                   const CostParameters& parameters);

/// Sets the row's prediction to a step of so many seconds, and its error.
void set_prediction(ValidatedRow& row, const PublishedMetric& metric, const RunConfig& config, double step);

/// Fills the step that the published figure stands for, and the error, from the two predictions of the row.
void set_error(ValidatedRow& row);

} // namespace roofrack
