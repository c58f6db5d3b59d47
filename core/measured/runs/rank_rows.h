// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/runs/mean_step.h"

#include <span>
#include <string>
#include <vector>

namespace roofrack {

/// Ranks whose steps took the same time in the same parts, or one alone.
struct RankRow {
    std::string label; ///< "rank 3", "ranks 0–5, 7", "h100.sqlite, devices 0, 1" where no rank is told
    size_t ranks = 1;
    std::string step;  ///< "ProfilerStep#10"; empty: the mean of its steps, or the whole window without any
    size_t steps = 0;  ///< the mean is over so many
    WindowParts parts; ///< mean of its ranks
    double wait_caused_s = 0; ///< mean of its ranks: how long the others waited for each in the whole trace
    int64_t last_in = 0;      ///< collectives that they entered last, all together
    /// Mean of its ranks: what each alone on time would gain at most (TraceStraggler::alone_ns).
    double alone_s = 0;
};

/// A row each step of each rank, or each rank. Who made the others wait longest stands first, then by rank.
/// Ranks are one row where no part of any step, nor the wait that they caused, differs by more than a
/// hundredth of the step (looked for among the first 128 rows). Ranks without device activity are left out.
std::vector<RankRow> rank_rows(const TraceResult& trace, bool each_step);

/// Rows that are shown as one: the mean of all their ranks, of which a row may stand for many; the
/// collectives that they entered last all together. Without a label; `rows`: one at least.
RankRow mean_of(std::span<const RankRow> rows);

} // namespace roofrack
