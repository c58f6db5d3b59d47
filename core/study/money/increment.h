// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/deployment_paths.h"
#include "core/study/money/todays_cluster.h"

namespace roofrack {

/// What a drawing adds to what is there already: the increment. Beside it stands what all of it would cost if
/// it were bought today: the replacement.
struct Increment {
    bool says_procurement = false; ///< the drawing says what is there already; else all of it is added
    double gpus = 0, gpus_added = 0;
    PriceBand added;             ///< $ before it runs: what is bought, with a building where one is
    Dollars building{};          ///< part of it
    PriceBand owned;             ///< $ that what is there already, and stays, would cost today
    PriceBand replacement;       ///< $ that all that stays would cost today, with its building
    double income = 0;           ///< $ of all sales whose price is known
    double income_per_hour = 0;  ///< $, OwnershipCost::sales
    std::string unknown;         ///< Capital::unknown_income_text()
    PriceBand net;               ///< $, added less income
    std::vector<Sale> sales;     ///< what is sold
    bool is_complete = true;     ///< all that is bought has a price; `unknown` says what is sold without
    std::string gaps;            ///< Capital::incomplete_text()
    std::vector<LeadItem> waits; ///< what must come before what is added runs, the longest first
    PriceBand lead_weeks;        ///< until what is added runs; 0: nothing is added
    PriceBand done_weeks;        ///< done_weeks_after(); 0: it has no budget
    TodaysCluster today;
    Meanwhile meanwhile;
    double useful_rate = 0;   ///< useful rate of the drawing
    double rate_added = 0;    ///< useful rate less today's
    Dollars per_hour_added{}; ///< $ per hour of the drawing minus today's
    double dollars_per_million =
        0; ///< $ per million of the tokens (samples) that are added; NaN: none, `no_million` says why
    std::string no_million;
    OwnershipCost replacement_hour;     ///< $ per hour if all were bought today
    double replacement_per_million = 0; ///< $ per million at that

    bool has_sales() const { return !sales.empty(); }
    /// Meanwhile::does_all_text(): $ and days of the run are then those of one that begins with all GPUs.
    std::string done_meanwhile() const { return meanwhile.does_all_text(lead_weeks); }
    /// Meanwhile::trains_none_text() where there is a run; empty: there is none.
    std::string trains_none() const {
        return done_weeks.likely > 0 ? meanwhile.trains_none_text(lead_weeks) : std::string();
    }
};
void describe(figures::Builder<Sale>& figures);
void describe(figures::Builder<Increment>& figures);

/// The increment of an evaluation that runs. What stands there `today`, which is todays_drawing() of it, is
/// evaluated by itself.
Increment increment_of(const Prepared& prepared, const Evaluation& evaluation, const TodaysDrawing& today);

} // namespace roofrack
