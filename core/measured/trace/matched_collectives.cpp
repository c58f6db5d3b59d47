// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

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
    std::vector<std::pair<std::string_view, std::vector<MatchedPart>>> by_id;
    std::unordered_map<std::string_view, size_t> places; // millions of them: a place is found at once
    for (const size_t rank : job) {
        const std::vector<TraceCollective>& collectives = ranks[rank].collectives;
        for (size_t i = 0; i < collectives.size(); ++i) {
            const std::string_view id = collectives[i].id;
            const auto [place, is_new] = places.emplace(id, by_id.size());
            if (is_new) by_id.emplace_back(id, std::vector<MatchedPart>());
            std::vector<MatchedPart>& parts = by_id[place->second].second;
            const bool is_repeated = !parts.empty() && parts.back().rank == rank;
            if (!is_repeated) parts.push_back({rank, i, collectives[i].duration_ns});
        }
    }
    std::ranges::sort(by_id, {}, &std::pair<std::string_view, std::vector<MatchedPart>>::first);
    // By group, how many recorded the same at most.
    std::map<std::string_view, size_t> most;
    for (const auto& [id, parts] : by_id) {
        size_t& of_group = most[of(parts.front()).group];
        of_group = std::max(of_group, parts.size());
    }
    const std::optional<int> world_size = ranks[job.front()].world_size;
    const bool lacks_ranks = world_size && job.size() < static_cast<size_t>(std::max(0, *world_size));
    const auto is_whole = [&](const std::vector<MatchedPart>& parts) {
        const TraceCollective& first = of(parts.front());
        if (first.group_size) return parts.size() >= static_cast<size_t>(std::max(0, *first.group_size));
        return !lacks_ranks && parts.size() >= most.at(first.group);
    };
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
        matched.is_whole = is_whole(parts);
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

std::vector<std::vector<size_t>> ranks_by_run(const std::vector<const TraceRank*>& ranks) {
    // Ranks of thousands of files have few kinds, so that a rank is held against those.
    struct Kind {
        const TraceRank* first = nullptr;
        bool has_several_files = false;
    };
    struct Run {
        std::vector<Kind> kinds;
        std::vector<size_t> places;
    };
    const auto may_be_one = [](const TraceRank& a, const TraceRank& b) {
        if (a.world_size && b.world_size) {
            // Another trace of a job of one rank is of another run of it.
            if (*a.world_size != *b.world_size || *a.world_size == 1) return false;
            if (*a.world_size > 1) return true; // a job may have several kinds of GPUs
        }
        return a.gpu.empty() || b.gpu.empty() || a.gpu == b.gpu;
    };
    std::vector<Run> runs;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const TraceRank& rank = *ranks[i];
        const auto found = std::ranges::find_if(runs, [&](const Run& run) {
            return std::ranges::all_of(run.kinds, [&](const Kind& kind) {
                const bool is_same_file = !kind.has_several_files && kind.first->file == rank.file;
                return is_same_file || may_be_one(*kind.first, rank);
            });
        });
        Run& run = found == runs.end() ? runs.emplace_back() : *found;
        run.places.push_back(i);
        const auto same = std::ranges::find_if(run.kinds, [&](const Kind& kind) {
            return kind.first->world_size == rank.world_size && kind.first->gpu == rank.gpu;
        });
        if (same == run.kinds.end())
            run.kinds.push_back({&rank});
        else
            same->has_several_files = same->has_several_files || same->first->file != rank.file;
    }
    std::vector<std::vector<size_t>> out;
    for (Run& run : runs) out.push_back(std::move(run.places));
    return out;
}

std::vector<MatchedCollective> matched_collectives(const std::vector<TraceRank>& ranks) {
    std::vector<MatchedCollective> out;
    for (const std::vector<size_t>& job : ranks_by_job(ranks)) match_job(ranks, job, out);
    std::ranges::stable_partition(out, &MatchedCollective::is_whole);
    return out;
}

std::vector<UntoldCollectives> untold_collectives(const std::vector<TraceRank>& ranks) {
    constexpr size_t most_named = 100;
    // Files with activity by rank, of each world size.
    std::map<std::optional<int>, std::map<int, std::set<std::string_view>>> files;
    for (const TraceRank& rank : ranks) {
        if (!rank.rank) continue;
        auto& of_rank = files[rank.world_size][*rank.rank];
        if (rank.times) of_rank.insert(rank.file);
    }
    std::map<std::optional<int>, std::vector<size_t>> jobs;
    for (std::vector<size_t>& job : ranks_by_job(ranks))
        jobs.emplace(ranks[job.front()].world_size, std::move(job));
    std::vector<UntoldCollectives> out;
    for (const auto& [world_size, of_rank] : files) {
        UntoldCollectives untold;
        untold.world_size = std::max(0, world_size.value_or(0));
        untold.repeated = static_cast<size_t>(
            std::ranges::count_if(of_rank, [](const auto& each) { return each.second.size() > 1; }));
        size_t recorded = 0;
        if (const auto job = jobs.find(world_size); job != jobs.end()) {
            std::vector<MatchedCollective> matched;
            match_job(ranks, job->second, matched);
            recorded = job->second.size();
            untold.collectives =
                static_cast<size_t>(std::ranges::count(matched, false, &MatchedCollective::is_whole));
        }
        if (recorded > 1) {
            const auto is_known = [&](int rank) { return of_rank.contains(rank); };
            size_t known = 0;
            for (const auto& [rank, of_files] : of_rank) known += rank >= 0 && rank < untold.world_size;
            untold.missing_count = static_cast<size_t>(untold.world_size) - known;
            const size_t named = std::min(most_named, untold.missing_count);
            for (int rank = 0; untold.missing.size() < named; ++rank)
                if (!is_known(rank)) untold.missing.push_back(rank);
        }
        if (untold.collectives > 0 || untold.missing_count > 0 || untold.repeated > 0)
            out.push_back(std::move(untold));
    }
    return out;
}

} // namespace roofrack
