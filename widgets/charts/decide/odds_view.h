// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"
#include "core/base/model/decide/comparison_choice.h"

#include <chrono>

namespace roofrack {

/// How sure the figures of a project's scenarios are, as far as it is known.
struct OddsView {
    ComparisonChoice choice;           ///< as the project keeps it
    std::vector<std::string> left_out; ///< names of the scenarios that have no row
    bool best_plan = false;            ///< each by its best plan, else by the plan that it has
    std::chrono::sys_days order{};     ///< the day from which weeks count
    std::shared_ptr<const Odds> odds;  ///< null: they are being found, or there are none
    std::string absent;                ///< why there are none of what is asked
    bool is_stale = false;             ///< what is there is of what was before: it is being found again
};

/// The odds of the scenarios, six at most, as the project keeps what is asked.
OddsView odds_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                      const ComparisonChoice& choice, bool best_plan, std::chrono::sys_days order,
                      const std::stop_token& stop = {});

/// The figures that are asked.
std::vector<std::string> asked_odds(const ComparisonChoice& choice);

} // namespace roofrack
