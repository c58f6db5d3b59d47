// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include "core/base/units/percent_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

VerdictEvidence copy_evidence(const TraceRank& rank, const RunPathPiece& piece) {
    VerdictEvidence out;
    out.file = rank.file;
    out.rank = rank.rank;
    out.device = rank.device;
    out.name = rank.lanes->name_of(piece.row);
    out.start_ns = piece.time.start;
    out.duration_ns = piece.time.end - piece.time.start;
    out.why = "what follows on the critical path waits for it";
    return out;
}

/// The one rank that waits for copies, where the others hardly do.
std::optional<int> rank_that_copies(const TraceResult& trace, const TraceAnalysis& analysis) {
    if (analysis.ranks.size() < 2) return std::nullopt;
    const auto copies_of = [](const RankAnalysis& rank) { return rank.all.exposed_mem_ns; };
    const RankAnalysis& most = *std::ranges::max_element(analysis.ranks, {}, copies_of);
    constexpr double hardly = 0.2; // part of the time that it waits
    for (const RankAnalysis& other : analysis.ranks)
        if (&other != &most &&
            static_cast<double>(copies_of(other)) > hardly * static_cast<double>(copies_of(most)))
            return std::nullopt;
    return trace.ranks[most.place].rank;
}

} // namespace

std::vector<FoundCause> causes_of_copies(const TraceResult& trace, const TraceAnalysis& analysis,
                                         const PathCosts& path) {
    if (path.total <= 0) return {};
    constexpr size_t most_evidence = 5;
    std::vector<const RunPathPiece*> copies;
    std::map<std::string, double> by_name;
    double all = 0;
    for (const RunPathPiece& piece : analysis.path) {
        if (piece.is_gap || piece.does != LaneCategory::memory) continue;
        const auto length = static_cast<double>(piece.time.end - piece.time.start);
        copies.push_back(&piece);
        by_name[trace.ranks[piece.place].lanes->name_of(piece.row)] += length;
        all += length;
    }
    if (all <= 0) return {};
    std::ranges::stable_sort(copies, std::greater(),
                             [](const RunPathPiece* piece) { return piece->time.end - piece->time.start; });
    const auto& [name, longest] =
        *std::ranges::max_element(by_name, {}, [](const auto& entry) { return entry.second; });
    FoundCause found;
    found.cause = VerdictCause::copies;
    found.cost = all / path.total;
    found.explained = 1;
    found.of = "copies on the critical path";
    found.rank = rank_that_copies(trace, analysis);
    found.sentence = fmt::format("{}copy-bound: copies take {} of the critical path, {} of that {}",
                                 found.rank ? fmt::format("rank {} ", *found.rank) : "",
                                 share_in_percent(found.cost), share_in_percent(longest / all), name);
    for (const RunPathPiece* piece : copies)
        if (found.evidence.size() < most_evidence)
            found.evidence.push_back(copy_evidence(trace.ranks[piece->place], *piece));
    return {found};
}

} // namespace roofrack
