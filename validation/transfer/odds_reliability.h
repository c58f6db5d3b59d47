// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/level_spreads.h"

#include <array>

namespace roofrack {

/// Pairs of which one run was said to be the faster with a chance in this tenth.
struct ReliabilityBin {
    double from = 0, to = 0; ///< chances
    size_t pairs = 0;
    double foretold = 0;           ///< mean chance; NaN: no pair
    double happened = 0;           ///< share of pairs in which it was the faster; NaN: no pair
    double happened_by_series = 0; ///< the same, all pairs of two series together weighing as one
};

/// The chance that one of two published runs is the faster held against which one was.
struct OddsReliability {
    std::array<ReliabilityBin, 10> bins;
    size_t pairs = 0, series = 0; ///< series that take part
    /// Correlation of the errors, as multiples of what their bands expect, between runs of one stack,
    /// generation, model and series, each series weighing the same; between those of several series; and
    /// between runs of one model that differ in stack or generation.
    double within_series = 0, between_series = 0, between_stacks = 0;
};

/// All pairs of runs of one model at one sequence length, each predicted by factors and bands that never saw
/// its source. The figure is time of the step ÷ its batch: GPU counts, plans, stacks and generations differ.
/// The chance is that of `odds`: a normal error of each, of which `shared` of the variance is common to runs
/// of one stack, generation and model. Pairs stand in both orders, so that the bins mirror each other.
OddsReliability odds_reliability(std::span<const ValidationRun> runs, const LeftOutErrors& errors,
                                 double shared);

} // namespace roofrack
