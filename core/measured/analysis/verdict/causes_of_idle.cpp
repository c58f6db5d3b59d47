// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include "core/base/units/percent_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

void add_idle_evidence(FoundCause& to, const TraceResult& trace, const std::vector<RankSums>& ranks,
                       IdleCause cause) {
    constexpr size_t most = 5;
    std::vector<std::pair<const RankSums*, IdlePiece>> pieces;
    for (const RankSums& rank : ranks)
        for (const IdlePiece& piece : rank.rank->longest_idle)
            if (piece.cause == cause) pieces.emplace_back(&rank, piece);
    std::ranges::stable_sort(pieces, std::greater(), [](const auto& entry) {
        return entry.second.time.end - entry.second.time.start;
    });
    for (const auto& [rank, piece] : pieces)
        if (to.evidence.size() < most)
            to.evidence.push_back(idle_evidence(trace.ranks[rank->rank->place], piece));
}

} // namespace

VerdictEvidence idle_evidence(const TraceRank& rank, const IdlePiece& piece) {
    VerdictEvidence out;
    out.file = rank.file;
    out.rank = rank.rank;
    out.device = rank.device;
    out.name = piece.next == LaneColumns::no_row ? "the end" : rank.lanes->name_of(piece.next);
    out.start_ns = piece.time.start;
    out.duration_ns = piece.time.end - piece.time.start;
    out.why = fmt::format("idle before it: {}", label_of(piece.cause));
    return out;
}

std::vector<FoundCause> causes_of_idle(const TraceResult& trace, const std::vector<RankSums>& ranks,
                                       const PathCosts& path) {
    if (path.total <= 0) return {};
    double idle = 0, input = 0, allocation = 0, gaps = 0;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const PathSums& of = path.ranks[i];
        input += of.input * (1 - own_part(ranks, i, &RankSums::input)) / path.total;
        allocation += of.allocation * (1 - own_part(ranks, i, &RankSums::allocation)) / path.total;
        gaps += of.common_gaps() / path.total;
        idle += (of.other + of.host * (1 - of.own_host)) / path.total;
    }
    idle += input + allocation + gaps;
    std::vector<FoundCause> out;
    const auto add = [&](VerdictCause cause, IdleCause of, double cost, double explained,
                         std::string sentence) {
        FoundCause found;
        found.cause = cause;
        found.cost = cost;
        found.explained = std::min(1.0, explained);
        found.of = "idle time on the critical path";
        found.sentence = std::move(sentence);
        add_idle_evidence(found, trace, ranks, of);
        out.push_back(std::move(found));
    };
    // Short gaps are what launching takes, whatever else is waited for; they are judged by themselves.
    const double without_gaps = std::max(idle - gaps, 1e-12);
    if (input > 0)
        add(VerdictCause::starved_input, IdleCause::input, input, input / without_gaps,
            fmt::format("input-bound: GPUs idle {} of the critical path, dataloader {}",
                        share_in_percent(idle), share_in_percent(input)));
    if (allocation > 0)
        add(VerdictCause::allocation, IdleCause::allocation, allocation, allocation / without_gaps,
            fmt::format(
                "held up by memory allocation: GPUs idle {} of the critical path, in calls that allocate "
                "or free {}",
                share_in_percent(idle), share_in_percent(allocation)));
    if (gaps > 0)
        add(VerdictCause::small_kernels, IdleCause::host, gaps, gaps / std::max(idle, 1e-12),
            fmt::format(
                "launch-bound: GPUs idle {} of the critical path, in short gaps between small kernels {}",
                share_in_percent(idle), share_in_percent(gaps)));
    return out;
}

} // namespace roofrack
