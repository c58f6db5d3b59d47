// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/odds_conclusion.h"

#include "core/answers/decide/odds_text.h"
#include "core/study/money/figure_cautions.h"
#include "core/study/money/missing_price.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The scenario with the best P50 among those that have the figure in more than half of the samples; `first`
/// where that is as good.
size_t best_median(const FigureOdds& odds, size_t first) {
    constexpr double most_absent = 0.5;
    const double sign = odds.figure.row->better == figures::Better::less ? -1 : 1;
    size_t best = first;
    for (size_t i = 0; i < odds.scenarios.size(); ++i) {
        const FigureSpread& each = odds.scenarios[i];
        if (!std::isfinite(each.chance_best) || each.absent_share >= most_absent) continue;
        if (!is_tie(each.p50, odds.scenarios[best].p50) && sign * each.p50 > sign * odds.scenarios[best].p50)
            best = i;
    }
    return best;
}

} // namespace

std::optional<OddsConclusion> conclusion_of(const FigureOdds& odds) {
    const auto two = two_best(odds);
    if (!two) return std::nullopt;
    OddsConclusion out{two->first, two->second, odds.scenarios[two->first].beats[two->second], {}, false};
    if (const size_t middle = best_median(odds, out.first); middle != out.first) out.better_middle = middle;
    out.is_even = are_always_even(odds, out.first, out.second);
    out.is_close = !(out.chance >= clear_chance) || out.better_middle || !best_most_often(odds);
    return out;
}

std::optional<size_t> clear_winner(const FigureOdds& odds) {
    const auto conclusion = conclusion_of(odds);
    return conclusion && !conclusion->is_close ? std::optional(conclusion->first) : std::nullopt;
}

std::string conclusion_text(const Odds& odds, const FigureOdds& of) {
    const std::vector<EqualSize>& sizes = odds.sizes.resized;
    if (odds.scenarios.size() > 1 && nobody_is_best(sizes, of.figure.name)) {
        const std::string& figure = of.figure.name;
        const bool is_energy = figure.starts_with("money.run.") || figure == "step.energy_per_step_j";
        if (sizes.front().by == EqualBy::power && is_energy)
            return "one has no use for more power, so nobody is the best";
        return fmt::format("all were made equal in {}, so nobody is the best", label_of(sizes.front().by));
    }
    const auto conclusion = conclusion_of(of);
    if (!conclusion) return {};
    const auto name = [&](size_t scenario) { return fmt::format("“{}”", odds.scenarios[scenario]); };
    const auto best_in = [&](size_t scenario) { return chance_text(of.scenarios[scenario].chance_best); };
    const size_t first = conclusion->first, second = conclusion->second;
    if (conclusion->is_even)
        return fmt::format("no difference: {} and {} are as good in every sample", name(first), name(second));
    const std::string over_second =
        fmt::format("better than {} in {}", name(second), chance_text(conclusion->chance));
    if (!conclusion->is_close)
        return fmt::format("the best: {}, in {} of the samples{}; {}", name(first), best_in(first),
                           caution_of_best(odds.sizes.cautions_about(odds.scenarios[first]),
                                           {{of.figure.name, of.figure.row}}),
                           over_second);
    std::string out =
        fmt::format("too close to call: {} is the best in {} of the samples", name(first), best_in(first));
    out += best_most_often(of) ? " and " + over_second
                               : fmt::format(", {} in {}", name(second), best_in(second));
    if (conclusion->better_middle)
        out += fmt::format(", but {} has the better P50", name(*conclusion->better_middle));
    return out;
}

std::vector<std::string> lack_sentences(const Odds& odds, const FigureOdds& of) {
    std::vector<std::string> out;
    const auto say = [&](size_t scenario, const std::string& what) {
        if (!what.empty()) out.push_back(fmt::format("“{}”: {}", odds.scenarios[scenario], what));
    };
    for (size_t i = 0; i < of.scenarios.size(); ++i)
        if (of.scenarios[i].absent_share > 0) say(i, absent_text(of.scenarios[i]));
    for (size_t i = 0; i < of.scenarios.size() && of.scenarios.size() > 1; ++i) {
        say(i, never_best_text(of.scenarios[i].missing));
        say(i, never_best_text(of.scenarios[i].barred));
        say(i, never_best_text(of.scenarios[i].no_wait));
    }
    return out;
}

} // namespace roofrack
