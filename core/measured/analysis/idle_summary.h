// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/trace_analysis.h"

#include <vector>

namespace roofrack {

/// One of the longest pieces of idle time, and whose it is.
struct LongIdle {
    int64_t ns = 0;
    size_t rank = 0; ///< place in TraceAnalysis::ranks
};

/// Idle time of one cause over all ranks.
struct IdleCauseSum {
    IdleCause cause = IdleCause::unknown;
    int64_t ns = 0;
    double share = 0;              ///< part of all idle time
    double of_all_time = 0;        ///< part of the time of all ranks
    std::vector<LongIdle> longest; ///< the longest first
    /// The host alone: more than half of what it and the change of kernels cause lies in short gaps, see
    /// RankAnalysis::short_gaps_ns.
    bool is_in_short_gaps = false;
};
void describe(figures::Builder<IdleCauseSum>& figures);

/// Why devices did nothing, over all ranks together: all steps of each, or its whole window where it has
/// none.
struct IdleSummary {
    int64_t window_ns = 0, idle_ns = 0;
    std::vector<IdleCauseSum> causes; ///< those with any time, the longest first

    double share() const {
        return window_ns > 0 ? static_cast<double>(idle_ns) / static_cast<double>(window_ns) : 0;
    }
};
void describe(figures::Builder<IdleSummary>& figures);

IdleSummary idle_summary(const TraceAnalysis& analysis);

} // namespace roofrack
