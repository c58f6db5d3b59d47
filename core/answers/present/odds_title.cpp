// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/odds_title.h"

#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/base/units/sentence.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// What the best one of a figure does.
struct BestDoes {
    std::string_view figure, what, both; ///< `both`: what two do that are as good in every sample
};
constexpr BestDoes does_first{"dates.done_weeks", "is done first", "are done on the same day"};
constexpr BestDoes does_cheapest[] = {
    {"money.run.usd", "has the cheapest run", "have the cheapest run"},
    {"money.run.usd_per_million", "has the cheapest run", "have the cheapest run"},
};

/// "“A” is done first in 91 % of the samples", "which is done first is too close to call (“A” in 57 % of the
/// samples)", "“A” and “B” are done on the same day in every sample"; empty: there are no odds of the figure,
/// or nobody has chances. `says_of_what`: shares are said to be those of the samples, which once in a message
/// will do.
std::string clause_of(const Odds& odds, const BestDoes& best, bool says_of_what) {
    const auto found =
        std::ranges::find(odds.figures, best.figure, [](const FigureOdds& each) { return each.figure.name; });
    const auto conclusion = found == odds.figures.end() ? std::nullopt : conclusion_of(*found);
    if (!conclusion) return {};
    const std::string& name = odds.scenarios[conclusion->first];
    if (conclusion->is_even)
        return fmt::format("“{}” and “{}” {} in every sample", name, odds.scenarios[conclusion->second],
                           best.both);
    const std::string share = chance_text(found->scenarios[conclusion->first].chance_best) +
                              (says_of_what ? " of the samples" : "");
    return conclusion->is_close
               ? fmt::format("which {} is too close to call (“{}” in {})", best.what, name, share)
               : fmt::format("“{}” {} in {}", name, best.what, share);
}

/// "$ of the run lies between $309k and $432k in 80 % of the samples", of the first figure that is no date.
std::string spread_title(const Odds& odds) {
    for (const FigureOdds& each : odds.figures) {
        const FigureSpread& of = each.scenarios.front();
        if (is_date(each.figure) || !std::isfinite(of.p10) || !std::isfinite(of.p90)) continue;
        return begin_sentence(fmt::format("{} lies between {} and {} in 80 % of the samples",
                                          each.figure.row->label, spread_text(each, 0, of.p10, {}),
                                          spread_text(each, 0, of.p90, {})));
    }
    return {};
}

} // namespace

std::string odds_title(const Odds& odds) {
    std::string out = clause_of(odds, does_first, true), cheapest;
    for (const BestDoes& each : does_cheapest)
        if (cheapest.empty()) cheapest = clause_of(odds, each, out.empty());
    if (!cheapest.empty()) out += (out.empty() ? "" : "; ") + cheapest;
    if (out.empty() && odds.scenarios.size() == 1) out = spread_title(odds);
    for (const FigureOdds& each : odds.figures)
        if (const std::string said = out.empty() ? conclusion_text(odds, each) : std::string(); !said.empty())
            out = fmt::format("{}: {}", each.figure.row->label, said);
    return out.empty() ? "How sure the scenarios are" : begin_sentence(out);
}

} // namespace roofrack
