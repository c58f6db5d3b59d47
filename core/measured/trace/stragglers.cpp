// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/stragglers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace roofrack {

namespace {

struct Part {
    int rank;
    const TraceCollective* collective;
};

bool arrives_later(const Part& a, const Part& b) {
    if (a.collective->duration_ns != b.collective->duration_ns)
        return a.collective->duration_ns < b.collective->duration_ns;
    if (a.collective->start_ns != b.collective->start_ns)
        return a.collective->start_ns > b.collective->start_ns;
    return a.rank < b.rank;
}

void add_job(const std::vector<const TraceRank*>& job, std::map<int, TraceStraggler>& out) {
    if (job.size() < 2) return;
    std::map<std::string_view, std::vector<Part>> by_id;
    for (const TraceRank* rank : job) {
        out[*rank->rank].rank = *rank->rank;
        std::set<std::string_view> seen;
        for (const TraceCollective& collective : rank->collectives)
            if (seen.insert(collective.id).second) by_id[collective.id].push_back({*rank->rank, &collective});
    }
    for (const auto& [id, parts] : by_id) {
        const auto other_kind = [&](const Part& p) {
            return p.collective->kind != parts.front().collective->kind;
        };
        if (parts.size() < 2 || std::any_of(parts.begin(), parts.end(), other_kind)) continue;
        const Part last = *std::min_element(parts.begin(), parts.end(), arrives_later);
        TraceStraggler& straggler = out[last.rank];
        ++straggler.last_in;
        for (const Part& part : parts)
            straggler.wait_caused_ns += part.collective->duration_ns - last.collective->duration_ns;
    }
}

} // namespace

std::vector<TraceStraggler> find_stragglers(const std::vector<TraceRank>& ranks) {
    std::map<std::optional<int>, std::vector<const TraceRank*>> jobs;
    std::map<std::pair<std::optional<int>, int>, int> times_seen;
    for (const TraceRank& rank : ranks)
        if (rank.rank && rank.times) ++times_seen[{rank.world_size, *rank.rank}];
    for (const TraceRank& rank : ranks)
        if (rank.rank && rank.times && times_seen[{rank.world_size, *rank.rank}] == 1)
            jobs[rank.world_size].push_back(&rank);
    std::map<int, TraceStraggler> by_rank;
    for (const auto& [world_size, job] : jobs) add_job(job, by_rank);
    std::vector<TraceStraggler> out;
    for (const auto& [rank, straggler] : by_rank) out.push_back(straggler);
    std::stable_sort(out.begin(), out.end(), [](const TraceStraggler& a, const TraceStraggler& b) {
        return a.wait_caused_ns > b.wait_caused_ns;
    });
    return out;
}

} // namespace roofrack
