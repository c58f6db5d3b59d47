// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <string_view>
#include <vector>

namespace roofrack {

/// One collective as its ranks recorded it, matched by its id.
struct MatchedCollective {
    struct Part {
        size_t rank = 0;       ///< place in the list of ranks
        size_t collective = 0; ///< place in its collectives
        int64_t duration_ns = 0;
    };
    std::vector<Part> parts; ///< two or more, by rank
    size_t last = 0;         ///< place among the parts of the rank that came last: the shortest
    int64_t latency_ns = 0;  ///< shortest duration: the rest of a longer one is waiting
    /// All that took part are known. Else one that is not may have come last, and nobody is to blame.
    bool is_whole = true;

    int64_t wait_ns(const Part& part) const { return part.duration_ns - latency_ns; }
};

/// Places of the ranks that ran together, by the world size that they tell; ranks that are not known, that
/// saw no device, or that stand twice in their job are in none.
std::vector<std::vector<size_t>> ranks_by_job(const std::vector<TraceRank>& ranks);

/// Places of the ranks by the run that they may be of, in their order: ranks of one file are of one. Those of
/// jobs of other sizes, two files of jobs of one rank, and those on other GPUs where no job of several ranks
/// joins them are of different ones. A rank that tells neither is of the first.
std::vector<std::vector<size_t>> ranks_by_run(const std::vector<const TraceRank*>& ranks);
/// The reason why ranks are of different runs, in words.
inline constexpr std::string_view why_different_runs =
    "other GPUs, jobs of another size, or each a job of one rank";

/// Collectives of one job of which not all ranks tell, so that it is not known who came last.
struct UntoldCollectives {
    size_t collectives = 0;
    int world_size = 0;       ///< ranks of the job; 0: not told
    std::vector<int> missing; ///< ranks of which no file tells, at most the first hundred
    size_t missing_count = 0; ///< all of them
    size_t repeated = 0;      ///< ranks of which several files tell: what is whose is not known
};
/// One for each job, by its world size, of which something is not told. One file alone tells of no job.
std::vector<UntoldCollectives> untold_collectives(const std::vector<TraceRank>& ranks);

/// Collectives that two ranks or more of one job recorded, the whole ones first. One is not whole where its
/// group has more ranks than recorded it; where the size of its group is not told, where the job lacks ranks,
/// or where others of that group were recorded by more. A rank that stands twice in its job is in none,
/// and neither is a collective that its ranks call differently, but for a send that the other of a group of
/// two receives.
std::vector<MatchedCollective> matched_collectives(const std::vector<TraceRank>& ranks);

} // namespace roofrack
