// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"
#include "widgets/editor/plan_search.h"

#include <QString>

namespace roofrack {

/// "TP 8 · PP 16 · VP 2 · DP 32 · micro-batch 1"; degrees of one that most plans have (VP, CP, EP) are left
/// out.
QString degrees_text(const Plan& plan);
/// "ZeRO-1 · recompute selective · sequence parallel · 1f1b".
QString choices_text(const Plan& plan);
/// "+0.41 s pipeline bubble · may not fit"; of the fastest plan "the fastest".
QString why_text(const RankedPlan& ranked, bool is_fastest = false);
/// "7.1 M", "2,048".
QString short_count_text(double count);

/// Step times that stand beside each other: one unit, which `scale_of` chooses, and equal decimals.
struct TimeUnit {
    double factor = 1; ///< units a second
    const char* name = "s";
    static TimeUnit of(Seconds scale_of);
};
/// "5.310 s" with four digits of `scale_of`.
QString aligned_time_text(Seconds time, Seconds scale_of, int digits = 4);

/// "7.1 M candidates in 2.1 s · 2.4 M costed (1.14 M/s) · 2.3 M feasible · 4.6 M pruned".
QString search_summary(const SearchResult& result);

/// The columns and one row of the table twin of a search; `rank` 0: none.
std::vector<ChartTable::Column> plan_columns();
std::vector<ChartTable::Cell> plan_row(const char* list, double rank, const RankedPlan& plan);
/// A cell of the map; one without a plan has its reason.
RankedPlan plan_of(const SearchCell& cell);
/// Everything that a search found: the ranked plans, the Pareto front, the cells of the map, the base plan.
ChartTable plan_search_table(const SearchResult& result);

} // namespace roofrack
