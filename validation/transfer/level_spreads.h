// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/left_out_errors.h"

namespace roofrack {

/// A run that was predicted by factors that never saw its class.
struct LeftOutRun {
    size_t run = 0; ///< index among the runs
    LeftOut by = LeftOut::generation;
    double error = 0;                ///< ln(predicted ÷ published step)
    std::vector<UnseenLevel> unseen; ///< what of it the runs that were left do not have
};

/// Every run in every class that is left out, where its error is known.
std::vector<LeftOutRun> left_out_runs(std::span<const ValidationRun> runs, const LeftOutErrors& errors);

/// The spreads behind the bands from the left-out runs that are not marked (`out`: a mark a run), as if the
/// marked ones had never been published. Stacks, generations, kinds and open cells: from runs whose source
/// was left out and that lack nothing else (derive_uncertainty). Each UnseenLevel: what holds the nominal
/// share of the dense runs that lack it, whether each series weighs the same or each subject of the level (a
/// generation, a stack, …) does, times finite_sample_factor() of so many subjects. Deterministic.
Uncertainty level_spreads(std::span<const ValidationRun> runs, std::span<const LeftOutRun> evidence,
                          const std::vector<bool>& out);

} // namespace roofrack
