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
    double input() const { return of(IdleCause::input); }
    double allocation() const { return of(IdleCause::allocation); }
    /// The host, or the change of kernels, in pieces below 200 µs. Their share is known for the whole trace.
    double short_gaps() const;
    /// The host, in longer pieces.
    double long_gaps() const { return of(IdleCause::host) + of(IdleCause::between_kernels) - short_gaps(); }
    double computing() const { return compute; }
};
std::vector<RankSums> sums_by_rank(const TraceAnalysis& analysis);

} // namespace roofrack
