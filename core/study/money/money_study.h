// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/cost_tornado.h"
#include "core/study/money/deployment_paths.h"
#include "core/study/money/increment.h"

namespace roofrack {

/// All that is said about a scenario's money.
struct MoneyStudy {
    std::shared_ptr<const Capital> capital; ///< null: the plan does not run
    PriceBand needed;                       ///< Capital::needed()
    Dollars building{};                     ///< part of it
    RunCost run;
    Increment increment;
    NextRacks next;
    CostTornado tornado;
    std::vector<DeploymentPath> paths;
    std::vector<ExportFlag> exports;
    std::string region; ///< Site::money.region
};

/// The capital of a study as its figures have it, with what its deployment adds.
struct StudiedCapital {
    const Capital* capital = nullptr; ///< null: the plan does not run
    PriceBand needed;
    Dollars building{};
};
void describe(figures::Builder<StudiedCapital>& figures);
void describe(figures::Builder<MoneyStudy>& figures);

/// Some ten evaluations. Stopped: what was found until then. `today`: todays_drawing() of the drawing.
MoneyStudy money_study(const Prepared& prepared, const Evaluation& evaluation, const TodaysDrawing& today,
                       const Catalog& catalog, const std::stop_token& stop = {});

} // namespace roofrack
