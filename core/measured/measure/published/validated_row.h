// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace roofrack {

/// A published run and what the model says about it.
struct ValidatedRow {
    std::string id, series, metric;
    std::string gpu, software, model;
    std::string source, generation; ///< who published it; the GPU's architecture
    std::string use;                ///< "core", "core, incomplete" (cells are missing), "extended", …
    std::string family, precision;  ///< family: label of the software's family
    std::string layout;             ///< degrees and choices that a scaling curve keeps
    double gpus = 0, sequence = 0, global_batch = 0;
    double published = 0, predicted = 0; ///< seconds for step times, else in the metric's own unit
    double error_pct = 0;        ///< 100 × (predicted ÷ published step − 1), of rates too: + is slow
    double fitted_error_pct = 0; ///< the same by factors fitted on all series
    double published_step = 0, predicted_step = 0; ///< s, for ratios of rows
    double band_low = 0, band_high = 0;            ///< band of nominal 80 %
    std::vector<std::string> assumed;
};

struct SkippedRow {
    std::string id, why;
    std::string use;
};

/// Errors of a set of rows, each weighing 1 ÷ rows of its series in the set.
struct Figures {
    size_t rows = 0, series = 0;
    double median_abs_error_pct = 0, mean_abs_error_pct = 0, p90_abs_error_pct = 0;
    double bias_pct = 0;                                                   ///< mean signed error
    double lower_quartile_pct = 0, middle_pct = 0, upper_quartile_pct = 0; ///< quartiles of the signed errors
    double fitted_median_error_pct = 0, fitted_mean_error_pct = 0,
           fitted_p90_error_pct = 0; ///< |error| by factors fitted on all series
    double coverage = 0;             ///< share of rows whose published figure lies in its band
    double half_width_pct = 0;       ///< median of half the band's width ÷ prediction
    size_t in_band = 0;              ///< rows, each counted once, whose published figure lies in its band
};

/// Figures by one or two keys.
struct FigureGroup {
    std::string key, second;
    size_t skipped = 0; ///< rows of the group that could not be predicted
    Figures figures;
};

/// Value below which `share` of the weight lies (pairs of value and weight, in any order); 0 when empty. The
/// median of two halves lies between them.
double weighted_quantile(std::vector<std::pair<double, double>> values, double share);

Figures figures_of(std::span<const ValidatedRow* const> rows);
Figures figures_of(std::span<const ValidatedRow> rows);

} // namespace roofrack
