// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"

#include <string>
#include <vector>

namespace roofrack {

/// Chance over the second from which the first is clearly better.
inline constexpr double clear_chance = 2.0 / 3;

/// Which scenario is the first in a figure, and whether that is clear.
struct OddsConclusion {
    size_t first = 0, second = 0; ///< two_best()
    double chance = 0;            ///< that the first is better than the second
    /// The scenario with the best P50 among those that have the figure in more than half of the samples, if
    /// it is not `first`.
    std::optional<size_t> better_middle;
    /// Too close to call: the chance is below clear_chance, both are best as often, or another has the
    /// better P50.
    bool is_close = false;
    bool is_even = false; ///< too close to call, since both are as good in every sample
};

/// None: no scenario has chances.
std::optional<OddsConclusion> conclusion_of(const FigureOdds& odds);

/// The scenario that is the best, where that is clear.
std::optional<size_t> clear_winner(const FigureOdds& odds);

/// "the best: “B”, in 85 % of the samples; better than “A” in 91 %", with caution_of_best() behind the
/// samples, or "too close to call: “B” is the best in 53 % of the samples and better than “A” in 58 %, but
/// “A” has the better P50", or "no difference: “A” and “B” are as good in every sample", or "all were made
/// equal in power at the meter, so nobody is the best", of energy, CO2e and water "one has no use for more
/// power, so nobody is the best". Empty: no scenario has chances for another reason.
std::string conclusion_text(const Odds& odds, const FigureOdds& of);

/// What takes from the odds of a figure, in the order of the scenarios: "“B”: none in 12 % of the samples:
/// does not fit"; of several "“B”: no price for “x”, so it is never the best".
std::vector<std::string> lack_sentences(const Odds& odds, const FigureOdds& of);

} // namespace roofrack
