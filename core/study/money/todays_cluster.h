// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/economics/price_list.h"
#include "core/step/engine/evaluate.h"

#include <optional>
#include <stop_token>
#include <string>

namespace roofrack {

/// What stands there today, ready to be evaluated: the drawing without what is to be bought, and with what is
/// to be sold.
struct TodaysDrawing {
    std::optional<Prepared> prepared; ///< none: `reason` says why the work does not run on it
    std::string reason;
    bool is_other_plan = false; ///< by another plan than the drawing's, apart from its replicas
};
/// What stands there already in a prepared drawing, as a drawing of it alone would be asked. By the plan as
/// given: with the drawing's, else with that on as many replicas as its GPUs make, where it surely fits in
/// memory, else by with_opening_plan(), which is a search. By the `best_plan` found: with that of its own
/// GPUs, with_best_plan(), which is one too.
TodaysDrawing todays_drawing(const Prepared& prepared, const Catalog& catalog,
                             const std::stop_token& stop = {}, bool best_plan = false);

/// The same evaluated by itself.
struct TodaysCluster {
    double gpus = 0;
    std::string reason;             ///< why the work does not run on it; empty: it does
    bool is_other_plan = false;     ///< TodaysDrawing::is_other_plan
    double useful_rate = 0;         ///< tokens (samples) a second by the wall step
    Dollars per_hour{};             ///< space, energy and operation; what it cost is sunk
    double dollars_per_million = 0; ///< NaN where it does not run or no price is known
    PriceBand run_weeks;            ///< weeks that it alone takes to the token budget; 0: it has no budget

    bool runs() const { return reason.empty(); }
};
void describe(figures::Builder<TodaysCluster>& figures);

TodaysCluster todays_cluster(const TodaysDrawing& drawing);

/// What trains from the order until what is added runs.
struct Meanwhile {
    double useful_rate = 0; ///< tokens (samples) a second; 0: nothing does
    PriceBand run_weeks;    ///< weeks that it alone takes to the token budget; 0: it has no budget
    double gpus = 0;
    bool is_other_plan = false; ///< TodaysDrawing::is_other_plan
    /// Some of what is there already is sold, so that it trains none of the run.
    bool is_sold = false;

    /// Weeks from the day on which it has done all of the run to that on which what is bought runs, likely
    /// ones; 0: it does not do all of it.
    double weeks_before(const PriceBand& lead_weeks) const;
    /// "by the 512 GPUs that are there already, 26 weeks before what is bought is ready"; empty: they do not
    /// do all of the run.
    std::string does_all_text(const PriceBand& lead_weeks) const;
    /// "what is there already trains none of the run, as some of it is sold", of one that waits for what is
    /// bought; empty: nothing is sold, or it waits for nothing.
    std::string trains_none_text(const PriceBand& lead_weeks) const;
};
/// What is there already trains meanwhile, where the work runs on it and nothing of the drawing is sold: of
/// what is sold nobody says when it goes, so that it counts as gone from the order on (`is_sold`).
Meanwhile meanwhile_of(const TodaysCluster& today, const Capital& capital);
/// The same of an evaluated drawing, which may take a search. `best_plan`: as todays_drawing() has it.
Meanwhile meanwhile_of(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                       const std::stop_token& stop = {}, bool best_plan = false);

/// Weeks that the run takes to its token budget, with the band of the step; 0: it has no budget.
PriceBand weeks_of_run(const Evaluation& evaluation);
/// Weeks from the order to the token budget. What trains meanwhile does its part of the run in the weeks
/// until what is added runs, and all of the drawing the rest. 0: it has no budget.
PriceBand done_weeks_after(const PriceBand& lead_weeks, const Evaluation& evaluation,
                           const Meanwhile& meanwhile = {});
/// Tokens (samples) so many weeks after the order: of what trains meanwhile until `lead_weeks`, then of all
/// at `useful_rate`.
double trained_after(double weeks, double lead_weeks, double useful_rate, double meanwhile_rate);

} // namespace roofrack
