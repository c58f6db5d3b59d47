// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/trace_analysis.h"

#include <vector>

namespace roofrack {

/// The windows of one rank that a verdict is on, added up: its steps without the first where there are three
/// or more, because that one warms up; all steps where there are fewer; else all. ns.
struct RankSums {
    const RankAnalysis* rank = nullptr;
    double window = 0, compute = 0, waiting = 0, transfer = 0, copies = 0, idle = 0;
    std::array<double, idle_cause_count> idle_of{};

    double of(IdleCause cause) const { return idle_of[static_cast<size_t>(cause)]; }
    /// The host was late, or what it launched was held up, for none of the other causes.
    double by_host() const {
        return of(IdleCause::host) + of(IdleCause::synchronise) + of(IdleCause::dependency) +
               of(IdleCause::unknown);
    }
};
std::vector<RankSums> sums_by_rank(const TraceAnalysis& analysis);

/// The lower median, so that of two ranks the lesser is usual; 0 of none.
double usual(std::vector<double> values);

} // namespace roofrack
