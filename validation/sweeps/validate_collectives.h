// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/sweeps/collective_bands.h"
#include "validation/validate.h"

namespace roofrack {

/// |error| over the rows of one size band, in percent.
struct CollectiveFigure {
    std::string fabric, collective; ///< empty: of all, each fabric weighing the same
    SizeBand band = SizeBand::large;
    int rows = 0, fabrics = 1;
    double median = 0, p90 = 0, bias = 0;         ///< fitted on all sweeps; bias: median signed error
    double held_out_median = 0, held_out_p90 = 0; ///< each source by constants fitted without it
    bool core = true;                             ///< false: misconfigured runs, outside the totals
};

struct PredictedCollective {
    CollectiveRow row;
    double predicted = 0, held_out = 0; ///< s
    double error_pct = 0, held_out_error_pct = 0;
    double band_low = 0, band_high = 0; ///< s, nominal 80 %
    bool far = false;                   ///< no sweep of its transport informed the constants at such sizes
};

/// Figures over `use` = core rows; others are predicted and listed apart.
struct CollectiveValidation {
    std::vector<PredictedCollective> rows;
    std::vector<SkippedRow> skipped;
    std::vector<CollectiveFigure> totals;  ///< one a size band that has rows
    std::vector<CollectiveFigure> figures; ///< by fabric, collective and size band
    double mean_abs_error_pct = 0, median_abs_error_pct = 0, p90_abs_error_pct = 0; ///< all core rows
    CollectiveConstants fitted; ///< what a fit on these very rows gives
    CollectiveBands bands;      ///< and what its sources left out give
};

/// Predicts every row of a COLLECTIVES.csv with the built-in constants, and each source once more with
/// constants fitted without it (a second's work). `core_only` drops rows of another use.
Result<CollectiveValidation> validate_collectives(const Table& table, const std::string& where,
                                                  const Catalog& catalog, bool core_only = false);

} // namespace roofrack
