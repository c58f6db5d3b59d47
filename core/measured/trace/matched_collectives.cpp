// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace roofrack {

namespace {

using MatchedPart = MatchedCollective::Part;

/// All call it the same; or of a group of two, what one sends the other receives.
template<class Of>
bool is_one_collective(const std::vector<MatchedPart>& parts, const Of& of) {
    const std::string &first = of(parts.front()).kind, &second = of(parts.back()).kind;
    const bool is_pair = parts.size() == 2 && of(parts.front()).group_size == 2;
    if (is_pair && ((first == "send" && second == "recv") || (first == "recv" && second == "send")))
        return true;
    return std::ranges::all_of(parts, [&](const MatchedPart& part) { return of(part).kind == first; });
}

void match_job(const std::vector<TraceRank>& ranks, const std::vector<size_t>& job,
               std::vector<MatchedCollective>& out) {
    if (job.size() < 2) return;
    const auto of = [&](const MatchedPart& part) -> const TraceCollective& {
        return ranks[part.rank].collectives[part.collective];
    };
    std::map<std::string_view, std::vector<MatchedPart>> by_id;
    for (const size_t rank : job) {
        std::set<std::string_view> seen;
        const std::vector<TraceCollective>& collectives = ranks[rank].collectives;
        for (size_t i = 0; i < collectives.size(); ++i)
            if (seen.insert(collectives[i].id).second)
                by_id[collectives[i].id].push_back({rank, i, collectives[i].duration_ns});
    }
    for (auto& [id, parts] : by_id) {
        if (parts.size() < 2 || !is_one_collective(parts, of)) continue;
        const auto last = std::ranges::min_element(parts, [&](const MatchedPart& a, const MatchedPart& b) {
            if (a.duration_ns != b.duration_ns) return a.duration_ns < b.duration_ns;
            if (of(a).start_ns != of(b).start_ns) return of(a).start_ns > of(b).start_ns;
            return *ranks[a.rank].rank < *ranks[b.rank].rank;
        });
        MatchedCollective matched;
        matched.last = static_cast<size_t>(last - parts.begin());
        matched.latency_ns = last->duration_ns;
        matched.parts = std::move(parts);
        out.push_back(std::move(matched));
    }
}

} // namespace

std::vector<std::vector<size_t>> ranks_by_job(const std::vector<TraceRank>& ranks) {
    std::map<std::pair<std::optional<int>, int>, int> times_seen;
    for (const TraceRank& rank : ranks)
        if (rank.rank && rank.times) ++times_seen[{rank.world_size, *rank.rank}];
    std::map<std::optional<int>, std::vector<size_t>> jobs;
    for (size_t i = 0; i < ranks.size(); ++i)
        if (ranks[i].rank && ranks[i].times && times_seen[{ranks[i].world_size, *ranks[i].rank}] == 1)
            jobs[ranks[i].world_size].push_back(i);
    std::vector<std::vector<size_t>> out;
    for (auto& [world_size, job] : jobs) out.push_back(std::move(job));
    return out;
}

std::vector<MatchedCollective> matched_collectives(const std::vector<TraceRank>& ranks) {
    std::vector<MatchedCollective> out;
    for (const std::vector<size_t>& job : ranks_by_job(ranks)) match_job(ranks, job, out);
    return out;
}

} // namespace roofrack
