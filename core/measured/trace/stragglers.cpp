// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/stragglers.h"

#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <map>
#include <utility>

namespace roofrack {

namespace {

/// Whom the others would have waited for without the last one, and how much less.
TraceStraggler::Longest without_last(const std::vector<TraceRank>& ranks, const MatchedCollective& matched) {
    TraceStraggler::Longest out;
    std::vector<std::pair<int64_t, int>> others; ///< how much before the last each came
    for (const MatchedCollective::Part& part : matched.parts) {
        out.wait_ns += matched.wait_ns(part);
        if (&part != &matched.parts[matched.last])
            others.emplace_back(matched.wait_ns(part), *ranks[part.rank].rank);
    }
    std::ranges::sort(others);
    out.ahead_ns = others.front().first;
    for (const auto& [ahead_ns, rank] : others)
        if (10 * ahead_ns <= 11 * out.ahead_ns) out.next.push_back(rank);
    std::ranges::sort(out.next);
    const MatchedCollective::Part& last = matched.parts[matched.last];
    const std::vector<TraceCollective>& own = ranks[last.rank].collectives;
    const int64_t start_ns = own[last.collective].start_ns;
    out.is_first =
        std::ranges::none_of(own, [&](const TraceCollective& each) { return each.start_ns < start_ns; });
    return out;
}

} // namespace

std::vector<TraceStraggler> find_stragglers(const std::vector<TraceRank>& ranks) {
    std::map<int, TraceStraggler> by_rank;
    for (const std::vector<size_t>& job : ranks_by_job(ranks))
        for (const size_t place : job)
            if (job.size() > 1) by_rank[*ranks[place].rank].rank = *ranks[place].rank;
    for (const MatchedCollective& matched : matched_collectives(ranks)) {
        if (!matched.is_whole) continue; // who is not there may have come last
        for (const MatchedCollective::Part& part : matched.parts)
            ++by_rank[*ranks[part.rank].rank].collectives;
        TraceStraggler& straggler = by_rank[*ranks[matched.parts[matched.last].rank].rank];
        ++straggler.last_in;
        TraceStraggler::Longest in_this = without_last(ranks, matched);
        straggler.wait_caused_ns += in_this.wait_ns;
        straggler.alone_ns += in_this.ahead_ns;
        if (in_this.wait_ns > (straggler.longest ? straggler.longest->wait_ns : 0))
            straggler.longest = std::move(in_this);
    }
    std::vector<TraceStraggler> out;
    for (const auto& [rank, straggler] : by_rank) out.push_back(straggler);
    std::stable_sort(out.begin(), out.end(), [](const TraceStraggler& a, const TraceStraggler& b) {
        return a.wait_caused_ns > b.wait_caused_ns;
    });
    return out;
}

} // namespace roofrack
