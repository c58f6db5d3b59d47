// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/verdict/rank_sums.h"

#include <vector>

namespace roofrack {

/// What the critical path of the run holds of one rank, ns.
struct PathSums {
    double compute = 0; ///< its kernels
    double slower = 0;  ///< what these took longer than the usual rank's same ones; below 0: shorter
    double input = 0, allocation = 0;
    double short_gaps = 0; ///< below 200 µs, for the host or from one kernel to the next
    double host = 0;       ///< longer ones, for the host
    double other = 0;      ///< gaps for none of these
    /// The parts of its gaps for the host that are its own, short and longer ones: what its host takes longer
    /// from one launch to the next than the usual other one's, without calls that wait, over all such gaps.
    /// Where all are launch-bound one is the slowest by chance, and how long it idles beside others is no
    /// measure: they wait for it in collectives instead.
    double own_short_gaps = 0, own_host = 0;

    double own_gaps() const { return short_gaps * own_short_gaps + host * own_host; }
    double common_gaps() const { return short_gaps * (1 - own_short_gaps); }
};

/// The critical path, added up.
struct PathCosts {
    std::vector<PathSums> ranks; ///< in the order of RankSums
    double total = 0;            ///< its length, ns
};
PathCosts path_costs(const TraceResult& trace, const TraceAnalysis& analysis,
                     const std::vector<RankSums>& ranks);

/// The part of what one rank has that is more than the usual other rank's: 0 where it is not, 1 where no
/// other has any; 0 of one rank alone.
double own_part(const std::vector<RankSums>& ranks, size_t rank, double (RankSums::*of)() const);

} // namespace roofrack
