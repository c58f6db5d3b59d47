// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include "core/base/units/percent_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <string_view>

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

/// What to try against copies of the kind that a name tells: "Memcpy HtoD (Pinned -> Device)", "MemcpyD2D",
/// "Memset".
std::vector<std::string> remedies_of_copies(std::string_view name) {
    const auto holds = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::any_of(
            words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
    };
    if (holds({"Memset", "memset"}))
        return {"clear less: zero_grad(set_to_none=True), torch.empty where all is written anyway",
                "CUDA graphs or fused operators, so that buffers are not cleared one by one"};
    if (holds({"DtoD", "D2D", "DeviceToDevice"}))
        return {
            "find the operators that copy within the GPU: contiguous(), clone(), copy_(), cat, casts, "
            "changes "
            "of layout; keep one layout and one number format",
            "write into views of one buffer (flat gradients, outputs in place), or fuse with torch.compile"};
    if (holds({"PtoP", "P2P"}))
        return {"copies between GPUs on a stream of their own, begun before their result is needed",
                "look whether the GPUs reach each other directly (nvidia-smi topo -p2p r)"};
    if (holds({"DtoH", "D2H", "DeviceToHost"}))
        return {"ask for results seldom: .item(), .cpu() and prints every so many steps, not in each",
                "non_blocking=True into pinned memory, on a stream of their own"};
    if (holds({"HtoD", "H2D", "HostToDevice"})) {
        const bool is_pinned = holds({"Pinned"});
        return {
            is_pinned
                ? "begin them before their result is needed: non_blocking=True on a stream of their own, a "
                  "batch ahead"
                : "copies from pinned memory on a stream of their own, begun before their result is "
                  "needed",
            "leave on the GPU what is copied in every step: weights, optimizer states, activations"};
    }
    return remedies_of(VerdictCause::copies);
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
    found.to_try = remedies_of_copies(name);
    for (const RunPathPiece* piece : copies)
        if (found.evidence.size() < most_evidence &&
            trace.ranks[piece->place].lanes->name_of(piece->row) == name)
            found.evidence.push_back(copy_evidence(trace.ranks[piece->place], *piece));
    return {found};
}

} // namespace roofrack
