// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"
#include "core/base/model/decide/comparison_choice.h"

#include <chrono>
#include <string>
#include <string_view>

namespace roofrack {

/// What is drawn where figures and date are as a project keeps them: first_drawn_figures() where it keeps
/// none, with the tokens by the date where there is one. `order`: the day on which all is ordered. Fails on a
/// date that cannot be read, naming `where`.
Result<DrawOptions> draw_options(const ComparisonChoice& kept, std::chrono::sys_days order,
                                 std::string_view where);

/// A figure that counts weeks from the order, so that its value is a date.
bool is_date(const ProbedFigure& figure);
/// A value as people read it: "$12.3M", "16,384"; a count of a million and more, such as of tokens, with
/// three digits: "19.8T".
std::string sampled_number(const ProbedFigure& figure, double value);
/// "$12.3M"; of weeks from the order with the date: "55.2 weeks, 2027-12-03"; "at least $12.3M" where the
/// scenario lacks a price. In the unit that reads well for what it is as it is and for its P10, P50 and P90,
/// too. NaN: "none".
std::string spread_text(const FigureOdds& odds, size_t scenario, double value, std::chrono::sys_days order);
/// "62 %"; NaN: "–".
std::string chance_text(double share);
/// What choosing a scenario loses on average: "$1.2M", "591G" tokens; NaN: "–".
std::string regret_text(const ProbedFigure& figure, double regret);
/// The same of all scenarios, to be read below each other: in one unit and with as many decimals, three
/// digits of the largest: "$2.60", "$0.26"; "below $0.01" of what is less and not nothing.
std::vector<std::string> regret_texts(const FigureOdds& odds);
/// How often a scenario is better than each other one: "better than “B” in 42 %, “C” in 55 %". Empty: it has
/// no chances.
std::string beats_text(const Odds& odds, const FigureOdds& of, size_t scenario);
/// Why and how often a scenario lacks a figure: "none in 12 % of the samples: does not fit".
std::string absent_text(const FigureSpread& spread);
/// "2,048 random samples of 27 unknown inputs; spread: P10 to P90, the middle 80 %; all as drawn", and of
/// resized scenarios "at 20 MW each" for the last.
std::string samples_text(const Odds& odds);
/// What the three quantiles of a figure are, which counts for dates, too.
inline constexpr std::string_view quantiles_text =
    "A figure is lower, and a date earlier, than P10, P50 and P90 with a chance of 10, 50 and 90 %";
/// "512 of 2,048 samples", then "… of 7,168 samples that tell where the spread comes from"; empty: none is
/// drawn yet.
std::string progress_text(const OddsProgress& progress);
/// "1,024 of 7,168" while the samples that tell the causes are drawn; else empty.
std::string causes_progress_text(const OddsProgress& progress);
/// Sentences on what the numbers of the odds leave open: whose P50, else whose P90, is above the amount in
/// which all were made to meet, and why all dates are later in most samples than as it is.
std::vector<std::string> odds_notes(const Odds& odds);
/// What the spread of a figure comes from, most first: "lead time of servers 40 %".
std::vector<std::string> cause_texts(const FigureOdds& odds, size_t most);
/// "to be more certain, find out: lead time of servers 40 %, interest 12 %", the first three of them. Empty:
/// there are none.
std::string certainty_text(const FigureOdds& odds);
/// Why the shares of causes may add to more than all. Empty: no figure has two causes.
std::string shares_text(const Odds& odds);

} // namespace roofrack
