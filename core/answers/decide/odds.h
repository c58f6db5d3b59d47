// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/decide/draws.h"

#include <atomic>
#include <functional>
#include <optional>
#include <utility>

namespace roofrack {

/// What one scenario's figure comes to over all draws.
struct FigureSpread {
    ProbedValue as_is; ///< with nothing varied
    double mean = 0;   ///< mean of the draws in which it is there; NaN: there is none
    double p10 = 0, p50 = 0, p90 = 0;
    double absent_share = 0; ///< share of draws in which it is not there
    std::string absent;      ///< why, in the first of these
    /// missing_price() of it: all of these are the least that it may come to, and it has no chances.
    std::string missing;
    /// barring_caution() of it as it is, by which it is never the best and has no chances either.
    std::string barred;
    /// no_wait_text() of it as it is, likewise.
    std::string no_wait;
    double chance_best = 0; ///< share of draws in which it is the best of all, ties shared; NaN: see below
    /// The same of those that are left without the one that is best most often, the first of those that are
    /// as often; 0 of that one.
    double chance_of_rest = 0;
    /// Mean of what choosing it loses against the best of each draw, in the figure's unit, of the draws in
    /// which it is there; NaN: the figure has no better side, the scenario lacks a price for it, has a
    /// caution that bars it, waits for nothing or does not meet the amount that all were to meet, or it is
    /// the only one that does.
    double regret = 0;
    /// Chance that it is better than each scenario, ties half; NaN of itself, and of one that has no chances.
    std::vector<double> beats;
};

/// An unknown that the spread of a figure comes from.
struct SpreadCause {
    std::string unknown, label; ///< Unknown::name and ::label
    double share = 0; ///< total-order index: of the variance, what is left while this alone is not known
};

/// One figure of all scenarios.
struct FigureOdds {
    ProbedFigure figure;
    std::vector<FigureSpread> scenarios;
    /// What would have to be known to be more certain, most first: of the difference of two_best(), of one
    /// scenario, and of two that are_always_even(), of the figure itself. Shares below a hundredth are left
    /// out. None where they were not asked for.
    std::vector<SpreadCause> causes;
};

struct Odds {
    size_t draws = 0;
    std::vector<std::string> scenarios;
    ComparedSizes sizes; ///< how large the scenarios are
    std::vector<FigureOdds> figures;
    std::vector<Unknown> unknowns;
    /// All is known but FigureOdds::causes, whose samples are being drawn.
    bool lacks_causes = false;
};

/// Takes what is known before the causes are.
using PublishOdds = std::function<void(const Odds&)>;

/// Set by who draws, read by whoever waits.
struct OddsProgress {
    std::atomic<size_t> done = 0, all = 0;     ///< samples; all 0: they are not drawn yet
    std::atomic<bool> is_about_causes = false; ///< those by which the causes of the spread are told

    void begin(size_t samples, bool about_causes);
};

/// Figures of all scenarios where what is not known for sure varies: what the projects and `options.declared`
/// declare, prices, terms of money, lead times, failures and the error of the model. What scenarios share is
/// the same for all of them in each draw. A draw in which a scenario has no such figure is lost to one that
/// has it, and has no regret. One that lacks a price for a figure in money has its spread, but no chances;
/// nor has one that a caution of `sizes` bars, as in MFU whose rate is not confirmed. Where nobody_is_best()
/// by these sizes none has chances. The same draws each time. `sizes`: how large the scenarios were made,
/// which they stay in all draws; one that misses the amount has its spread, but no chances. `publish` is
/// given the odds without causes first, which take several times as many samples. Stopped: fails.
Result<Odds> odds(const std::vector<const Answers*>& scenarios, const DrawOptions& options,
                  const std::stop_token& stop = {}, const ComparedSizes& sizes = {},
                  OddsProgress* progress = nullptr, const PublishOdds& publish = {});
/// The same of scenarios that were made equal.
Result<Odds> odds_of(const EqualScenarios& equal, const DrawOptions& options,
                     const std::stop_token& stop = {}, OddsProgress* progress = nullptr,
                     const PublishOdds& publish = {});

/// Two numbers that are closer than rounding makes them.
bool is_tie(double a, double b);

/// The scenarios that are best most often and second most often. Those that are best in less than half a
/// percent of the draws follow by how often they are the best of the rest, without the first, and where that
/// is as often, by the better P50. None: no scenario has chances.
std::optional<std::pair<size_t, size_t>> two_best(const FigureOdds& odds);

/// The scenario that is the best most often; none: no side of the figure is better, or two are best as often,
/// to half a percent.
std::optional<size_t> best_most_often(const FigureOdds& odds);

/// Two scenarios are both the best in every draw.
bool are_always_even(const FigureOdds& odds, size_t a, size_t b);

/// Figures that are drawn where none are named: date, $, MW, GWh.
const std::vector<std::string>& first_drawn_figures();

} // namespace roofrack
