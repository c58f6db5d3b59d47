// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/idle_causes.h"
#include "core/measured/trace/matched_collectives.h"
#include "core/measured/trace/trace.h"

#include <vector>

namespace roofrack {

/// A piece of the critical path of a run, on the device of one rank.
struct RunPathPiece {
    static constexpr size_t unmatched = SIZE_MAX;

    size_t place = 0; ///< place of the rank
    Interval time;    ///< by the clock of its file
    LaneCategory does = LaneCategory::compute;
    bool is_gap = false; ///< nothing that the run needs works: `cause` tells why
    IdleCause cause = IdleCause::unknown;
    uint32_t row = LaneColumns::no_row; ///< what works, or comes after the gap
    /// Place among the matched collectives where the piece is one; its time then begins when the last rank
    /// came.
    size_t matched = unmatched;
};

/// The critical path across ranks, latest piece first: back from the last activity, each activity follows
/// what ended last before it and could hold it: on its stream within 5 µs, on any other within 10 µs; else,
/// where the host launched it late, what the device was doing then, or across a gap, which IdleCause
/// explains, what ended last. A collective follows what held the rank that came last to it. So lateness that
/// is passed on is traced to the rank that caused it, and a pipeline's bubble is not on the path, but the
/// work that it waited for. Ranks that no collective ties together have a path each. The path is of the steps
/// but the first where there are three or more, because that one warms up; of all where there are fewer.
std::vector<RunPathPiece> run_path(const std::vector<TraceRank>& ranks,
                                   const std::vector<MatchedCollective>& matched);

} // namespace roofrack
