// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/predicted_run.h"
#include "validation/fit.h"
#include "validation/residual.h"

namespace roofrack {

/// A row of RUNS.csv that can be predicted, with its prediction.
struct ValidationRun {
    ValidatedRow row; ///< without band
    PublishedMetric metric;
    FitRun run;
    std::string source; ///< the row's column
    bool complete_core =
        false;         ///< use = core and config_complete = yes: what the dense factors are fitted on
    Residual residual; ///< residual of the prediction that stands in `row`; substitutions left NaN
};

/// Fails (what = why) when the row publishes no figure or no configuration.
Result<ValidationRun> validation_run(const RunRow& row, const Catalog& catalog,
                                     const CostParameters& parameters);

/// Predicts the run again by other factors.
void predict_again(ValidationRun& run, const CostParameters& parameters);

/// Fills what the residual would be with a cell blanked.
void substitute(ValidationRun& run, const Table& table, size_t row, const Catalog& catalog,
                const CostParameters& parameters);

/// Predicts each series by factors fitted without it. The complete core runs fit every factor that they
/// inform, the others the rest; without any such run all fit all. Factors that the held-out series alone
/// informs start from their priors. `constants`: of all runs, in the order of every_factor().
void hold_out(std::vector<ValidationRun>& runs, const CostParameters& parameters,
              const std::vector<InformedConstant>& constants);

} // namespace roofrack
