// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/money/money_study.h"
#include "core/study/network_balance.h"
#include "core/study/year/run_totals.h"

namespace roofrack {

/// Money and energy of the run. Fails where the scenario cannot be understood.
template<>
Result<RunCost> answer_of(const Answers& answers, const std::stop_token& stop);

/// All that is said about the scenario's money. Fails likewise.
template<>
Result<MoneyStudy> answer_of(const Answers& answers, const std::stop_token& stop);

/// What is there already, by the plan that is asked of it, which may be a search; what an earlier snapshot
/// found stands where prices alone are others. Fails likewise.
struct StandsToday {
    Prepared asked; ///< all that is drawn
    TodaysDrawing drawing;
    bool is_all = false; ///< it is the whole drawing
};
template<>
Result<StandsToday> answer_of(const Answers& answers, const std::stop_token& stop);

/// What trains until what is bought is ready. Fails likewise.
struct TrainsMeanwhile {
    Meanwhile meanwhile; ///< nothing, where nothing is waited for or the run has no budget
    PriceBand lead_weeks;
};
template<>
Result<TrainsMeanwhile> answer_of(const Answers& answers, const std::stop_token& stop);
/// Meanwhile::does_all_text() of the scenario; empty: what is there already does not do the whole run.
std::string done_meanwhile(const Answers& answers);
/// Meanwhile::trains_none_text(): why what is there already does nothing of the run; empty where it does, or
/// where there is no such date.
std::string trains_none(const Answers& answers);

/// Cheap network or balanced one; with the best plan for each where it is asked. Fails likewise.
template<>
Result<NetworkBalance> answer_of(const Answers& answers, const std::stop_token& stop);

/// What the run takes to its token budget, in the mean of a year of the site's climate where it names one.
/// Fails without a budget, and where the plan does not run.
template<>
Result<RunTotals> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
