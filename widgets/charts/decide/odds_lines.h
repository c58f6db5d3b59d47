// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"
#include "widgets/charts/row_pages.h"

#include <vector>

namespace roofrack {

/// A line of the view of odds.
struct OddsLine {
    enum class Says { figure, scenario, pairs, scale, certainty };
    Says says = Says::figure;
    size_t figure = 0, scenario = 0;
};

/// The heading of a figure concludes who is the best; what to find out has a line of its own below. Nothing
/// is concluded about one scenario, and the heading says what to find out. `with_pairs`: below each scenario
/// stands how often it is better than each other one; `with_certainty`: that line of its own.
std::vector<OddsLine> lines_of(const Odds& odds, bool with_pairs, bool with_certainty = true);

/// The lines of whole figures of which so many have room, and one line below them where others have none; of
/// one figure at least.
RowPage page_of_whole_figures(const std::vector<OddsLine>& lines, int most);

} // namespace roofrack
