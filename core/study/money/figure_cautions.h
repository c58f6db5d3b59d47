// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"
#include "core/step/engine/evaluate.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Why the figures of a scenario are less sure than they look: "announced" where figures of a server that it
/// draws are its maker's word alone, "its BF16 rate is not confirmed" where that is so of the rate that the
/// plan computes at (compute_rate()), "may not fit in memory" where the band of what the plan needs holds what
/// a GPU has, "without a price for “x” and 2 more" where what is bought has none, so that its money is the
/// least that it may come to, "86 % of its price is not confirmed" where more than half is not
/// (unconfirmed_share()). None: nothing of it. `evaluation` null: only what is drawn is known.
std::vector<std::string> figure_cautions(const Cluster& cluster, const Evaluation* evaluation,
                                         const Catalog& catalog);
/// Whether such a caution is about its price, and says nothing of its speed.
bool is_of_price(std::string_view caution);
/// Whether it is about the rate that its accelerator computes at.
bool is_of_rate(std::string_view caution);
/// The caution that bars a scenario from being the best in a figure: "its BF16 rate is not confirmed" in MFU,
/// HFU and model FLOP/s of a GPU, which are only as sure as that rate. Empty: none of `cautions` does.
std::string unconfirmed_rate(std::string_view figure, const std::vector<std::string>& cautions);

/// A figure by which a best scenario was found.
struct JudgedFigure {
    std::string_view name;             ///< full name
    const figures::Row* row = nullptr; ///< lives as long as the program
};
/// What stands behind the name of a scenario that is the best by these figures, of its cautions on rate and
/// price: "; its BF16 rate is not confirmed" where one of them turns on how fast it computes, "; 86 % of its
/// price is not confirmed" where one rests_on_prices(). Empty: nothing of it bears on them.
std::string caution_of_best(const std::vector<std::string>& cautions,
                            const std::vector<JudgedFigure>& figures);

} // namespace roofrack
