// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"
#include "core/step/engine/evaluate.h"
#include "core/study/money/caution.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Why the figures of a scenario are less sure than they look: "announced", "its BF16 rate is not confirmed"
/// (of compute_rate()), "may not fit in memory", "needs new liquid cooling" (something of the hall is there
/// already, but no cooler for liquid), "B200 wait for H100: 41.6 % of their time" (Evaluation::waits),
/// "without a price for “x” and 2 more", "86 % of its price is not confirmed" (unconfirmed_share()), "what
/// its sales bring is not known", "some replicas run more micro-batches than others" (as the rule of the
/// finding says it), in this order. None: nothing of it. `evaluation` null: only what is drawn is known.
/// `there`: a drawing in whose place it stands, whose hall is there for it, too; null: none is known.
std::vector<Caution> figure_cautions(const Cluster& cluster, const Evaluation* evaluation,
                                     const Catalog& catalog, const Cluster* there = nullptr);
/// A caution as a file says it: its kind and its rate by its words, those of a shortage, too. Other words are
/// taken for `announced`, which bars nothing.
Caution read_caution(std::string text);
/// Whether a figure (full name) is of a run that all GPUs do from its first step to the token budget: its
/// days, $, energy, CO2e and water, and what a million tokens cost, which is $ of that run by its tokens.
bool is_of_run_on_all(std::string_view figure);
/// The caution that bars a scenario from being the best in a figure: "its BF16 rate is not confirmed" in MFU,
/// HFU and model FLOP/s of a GPU, which are only as sure as that rate; "its run is done without what is
/// bought" in one that is_of_run_on_all(), since it is of no run that is ever done. Empty: none of `cautions`
/// does.
std::string barring_caution(std::string_view figure, const std::vector<Caution>& cautions);

/// A figure by which a best scenario was found.
struct JudgedFigure {
    std::string_view name;             ///< full name
    const figures::Row* row = nullptr; ///< lives as long as the program
};
/// What stands behind the name of a scenario that is the best by these figures, of its cautions on rate and
/// price: "; its BF16 rate is not confirmed" where one of them turns on how fast it computes, "; 86 % of its
/// price is not confirmed" where one rests_on_prices(). Empty: nothing of it bears on them.
std::string caution_of_best(const std::vector<Caution>& cautions, const std::vector<JudgedFigure>& figures);

} // namespace roofrack
