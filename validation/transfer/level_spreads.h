// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/left_out_errors.h"

namespace roofrack {

/// A run that was predicted by factors that never saw its class.
struct LeftOutRun {
    size_t run = 0; ///< index among the runs
    LeftOut by = LeftOut::generation;
    double error = 0;                ///< ln(predicted ÷ published step)
    std::vector<UnseenLevel> unseen; ///< what it has that none of the remaining runs has
};

/// Every run in every class that is left out, where its error is known.
std::vector<LeftOutRun> left_out_runs(std::span<const ValidationRun> runs, const LeftOutErrors& errors);

/// The spreads behind the bands, as if the runs marked in `is_left_out` (one mark a run) had never been
/// published: from `evidence` on the others. Stacks, generations, kinds and assumed cells: from runs whose
/// source was left out and of which nothing else was unseen (derive_uncertainty). Each UnseenLevel: the
/// spread whose bands hold the nominal share of the dense runs of which it was unseen; the larger of two, one
/// with equal weights for all series, one with equal weights for all subjects of the level (generations,
/// stacks, …); times finite_sample_factor() of so many subjects. Deterministic.
Uncertainty level_spreads(std::span<const ValidationRun> runs, std::span<const LeftOutRun> evidence,
                          const std::vector<bool>& is_left_out);

} // namespace roofrack
