// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/idle_causes.h"
#include "core/measured/trace/matched_collectives.h"
#include "core/measured/trace/trace.h"

#include <vector>

namespace roofrack {

/// A stretch of the way on which the time of a run goes by, on the device of one rank.
struct RunPathPiece {
    static constexpr size_t unmatched = SIZE_MAX;

    size_t place = 0; ///< place of the rank
    Interval time;    ///< by the clock of its file
    LaneCategory does = LaneCategory::compute;
    bool is_gap = false; ///< nothing that the run needs works: `cause` tells why
    IdleCause cause = IdleCause::unknown;
    uint32_t row = LaneColumns::no_row; ///< what works, or comes after the gap
    /// Place among the matched collectives, where it is one: its time is from when the last rank came.
    size_t matched = unmatched;
};

/// The critical path across ranks, latest piece first: back from the last activity, each activity follows
/// what ended last before it and could hold it (its stream within 5 µs, another one within 10 µs, else its
/// launch), and a collective what held the rank that came last to it. So lateness that is passed on goes back
/// to whom it was waited for, and what a pipeline waits for in its bubble is on it, not the bubble. Ranks
/// that no collective ties together have a path each. It is of the steps but the first where there are three
/// or more, because that one warms up; of all where there are fewer.
std::vector<RunPathPiece> run_path(const std::vector<TraceRank>& ranks,
                                   const std::vector<MatchedCollective>& matched);

} // namespace roofrack
