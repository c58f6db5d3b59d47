// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/bands/uncertainty.h"

#include <span>
#include <string>
#include <vector>

namespace roofrack {

/// How far one prediction was from its published figure, and what it leaned on. Logarithms of predicted ÷
/// published step time; a NaN says that the substitution does not apply to the run.
struct Residual {
    std::string series;
    std::string family; ///< the software stack: SoftwareParameters::name
    std::string generation, kind;
    std::string configuration; ///< all but GPUs and batch: what a calibration on one run carries over
    Plan plan;                 ///< as completed
    double gpus = 0;
    std::array<bool, assumed_cell_count> assumed{};
    double error = 0; ///< held out, where the series was
    /// ln(prediction with the published cell blanked ÷ prediction with it).
    std::array<double, assumed_cell_count> blanked{};

    double year = 0; ///< year of the release; 0: not dated

    /// What it leaned on, without constants of one series.
    BandBasis basis() const { return {family, generation, kind, &plan, assumed, false, {}, year, gpus}; }
};

/// A fitted constant with the series whose predictions change with it.
struct InformedConstant {
    std::string of, name, key;
    std::vector<std::string> series;
    int rows = 0;
    double spread = 0; ///< standard deviation of its range, read as uniform, in its unit
    /// |Δ ln step| of each run, in the order of the residuals, for one `spread`; 0 where it does not move.
    std::vector<double> moves;
    /// True when fewer than two series but `held_out` inform it.
    bool single(std::string_view held_out) const;
    /// As the file of spreads keeps it.
    Uncertainty::Constant entry(std::string_view held_out = {}) const;
};

/// The factor by which a spread of so many independent samples must be widened: Student's t at 90 % of one
/// sample less ÷ that of infinitely many. It is exact for two and three samples, and within 0.7 % for more
/// (Abramowitz and Stegun 26.7.5).
double finite_sample_factor(size_t samples);

/// What constants of one series add to the band of the run at `index` when `held_out` is out.
std::vector<SpreadTerm> single_source_terms_of(size_t index, std::span<const InformedConstant> constants,
                                               std::string_view held_out = {});

/// The spreads behind the bands, from all residuals but those of `held_out` (a series; empty: from all).
/// Variance components by expectation-maximisation with Student-t weights; the quantile from the residuals
/// themselves. Deterministic.
Uncertainty derive_uncertainty(std::span<const Residual> residuals,
                               std::span<const InformedConstant> constants, std::string_view held_out = {});

} // namespace roofrack
