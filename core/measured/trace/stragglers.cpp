// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/stragglers.h"

#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <map>

namespace roofrack {

std::vector<TraceStraggler> find_stragglers(const std::vector<TraceRank>& ranks) {
    std::map<int, TraceStraggler> by_rank;
    for (const std::vector<size_t>& job : ranks_by_job(ranks))
        for (const size_t place : job)
            if (job.size() > 1) by_rank[*ranks[place].rank].rank = *ranks[place].rank;
    for (const MatchedCollective& matched : matched_collectives(ranks)) {
        if (!matched.is_whole) continue; // who is not there may have come last
        TraceStraggler& straggler = by_rank[*ranks[matched.parts[matched.last].rank].rank];
        ++straggler.last_in;
        for (const MatchedCollective::Part& part : matched.parts)
            straggler.wait_caused_ns += matched.wait_ns(part);
    }
    std::vector<TraceStraggler> out;
    for (const auto& [rank, straggler] : by_rank) out.push_back(straggler);
    std::stable_sort(out.begin(), out.end(), [](const TraceStraggler& a, const TraceStraggler& b) {
        return a.wait_caused_ns > b.wait_caused_ns;
    });
    return out;
}

} // namespace roofrack
