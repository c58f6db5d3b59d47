// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/plan_search.h"

#include <algorithm>

namespace roofrack::test_samples {

/// The answer of a search, shaped by hand for layout and clicks only: faster towards TP 8 × PP 8; TP 1 does
/// not fit, PP 5 does not divide.
inline SearchResult plans(const Plan& base = {}) {
    SearchResult out;
    for (const int tp : {1, 2, 4, 8})
        for (const int pp : {1, 2, 4, 5, 8, 16, 32}) {
            SearchCell cell{.tp = tp, .pp = pp, .best = {}, .reason = {}};
            if (pp == 5)
                cell.reason = "96 layers do not divide into 5 stages";
            else if (tp * pp < 8)
                cell.reason = "does not fit: needs 131 GB of 80 GB";
            else {
                RankedPlan ranked;
                ranked.plan = base;
                ranked.plan.tp = tp;
                ranked.plan.pp = pp;
                ranked.plan.vpp = pp > 1 ? 2 : 1;
                ranked.plan.dp = 4096 / (tp * pp);
                ranked.plan.recompute = Recompute::selective;
                const double lost = 0.9 * (8 - tp) / 8 + 0.06 * std::abs(pp - 8);
                ranked.step_time = Seconds(5.31 + lost);
                ranked.parts[0] = 4;
                ranked.parts[static_cast<size_t>(StepPart::pipeline_bubble)] = 1.31 + lost;
                ranked.mfu = 0.42 * 5.31 / ranked.step_time.si();
                ranked.memory = Bytes(76e9 - 1e9 * pp);
                ranked.energy = Joules(31e6 * (1 + lost / 4));
                if (lost > 0) ranked.reason = "+0.41 s pipeline bubble, +0.05 s tensor communication";
                cell.best = ranked;
                out.best.push_back(ranked);
            }
            out.map.push_back(cell);
        }
    std::ranges::stable_sort(out.best, {}, [](const RankedPlan& plan) { return plan.step_time.si(); });
    out.pareto = {out.best[0], out.best[2], out.best[5]};
    out.best.resize(10);
    out.base = out.best.back();
    out.space = 7.1e6;
    out.evaluated = 2.4e6;
    out.feasible = 2.3e6;
    out.pruned = 4.6e6;
    out.seconds = 2.1;
    return out;
}

inline std::shared_ptr<const PlanSearch> search() {
    auto scenario = std::make_shared<Scenario>();
    scenario->name = "16k H100, 2:1";
    return std::make_shared<const PlanSearch>(PlanSearch{{scenario, {}}, plans()});
}

} // namespace roofrack::test_samples
