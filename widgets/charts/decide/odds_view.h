// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/kept_equal.h"
#include "core/answers/decide/odds.h"

#include <chrono>
#include <functional>

namespace roofrack {

/// How sure the figures of a project's scenarios are, with what is known so far.
struct OddsView {
    ComparisonChoice choice;           ///< The question as the project keeps it.
    std::vector<std::string> left_out; ///< Names of the scenarios without a row.
    /// Each scenario is evaluated with its best plan, else with the plan that it has.
    bool best_plan = false;
    std::chrono::sys_days order{};    ///< The day of the order, from which weeks count.
    std::shared_ptr<const Odds> odds; ///< Null if they are still being computed, or if there are none.
    std::string absent;               ///< The reason why the question has no answer.
    /// The odds belong to an earlier state and are being computed anew.
    bool is_stale = false;
    bool is_busy = false, is_cancelled = false;
    std::string progress; ///< How many samples are drawn, while they are; empty at the beginning.
    /// How many of the samples that tell the causes are drawn, of odds that lack them; empty: none yet.
    std::string causes_progress;
};

/// The odds of the scenarios, six at most, as the project keeps what is asked: as large as it compares them.
/// `kept` keeps how they were made equal for the next question; null: nothing does. `progress` is told how
/// many samples are drawn; null: nothing is. `publish` is given the odds before their causes are known.
OddsView odds_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                      const ComparisonChoice& choice, bool best_plan, std::chrono::sys_days order,
                      const std::stop_token& stop = {}, KeptEqual* kept = nullptr,
                      OddsProgress* progress = nullptr, const std::function<void(OddsView)>& publish = {});

/// The figures that the question names, or the first ones if it names none.
std::vector<std::string> asked_odds(const ComparisonChoice& choice);

} // namespace roofrack
