// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/path_sums.h"

#include "core/base/units/median.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr int64_t short_gap_ns = 200'000;

/// What the usual rank takes for the kernel that is the n-th of its name, where all ran it equally often.
class UsualKernels {
public:
    UsualKernels(const TraceResult& trace, const std::vector<RankSums>& ranks) {
        std::unordered_map<std::string_view, size_t> classes;
        for (const RankSums& each : ranks) {
            const TraceLanes& lanes = *trace.ranks[each.rank->place].lanes;
            const size_t rank = m_lanes.size();
            m_lanes.push_back(&lanes);
            auto& class_of = m_class_of.emplace_back(lanes.names->size(), SIZE_MAX);
            for (uint32_t row = 0; row < lanes.device.size(); ++row) {
                if (lanes.device.category[row] != LaneCategory::compute) continue;
                size_t& known = class_of[lanes.device.name[row]];
                if (known == SIZE_MAX)
                    known = classes.emplace(lanes.name_of(row), classes.size()).first->second;
                m_rows.resize(std::max(m_rows.size(), known + 1));
                m_rows[known].resize(ranks.size());
                m_rows[known][rank].push_back(row);
            }
        }
    }

    /// How much longer a row of the rank took, ns; 0 where others did other things.
    double slower_ns(size_t rank, uint32_t row) const {
        const auto& by_rank = m_rows[m_class_of[rank][m_lanes[rank]->device.name[row]]];
        const std::vector<uint32_t>& own = by_rank[rank];
        const auto at = static_cast<size_t>(std::ranges::lower_bound(own, row) - own.begin());
        std::vector<double> all;
        for (size_t i = 0; i < by_rank.size(); ++i) {
            if (by_rank[i].size() != own.size()) return 0;
            all.push_back(static_cast<double>(m_lanes[i]->device.duration_ns[by_rank[i][at]]));
        }
        return static_cast<double>(m_lanes[rank]->device.duration_ns[row]) - lower_median(std::move(all));
    }

private:
    std::vector<const TraceLanes*> m_lanes;
    std::vector<std::vector<size_t>> m_class_of;            ///< by rank and name of its file
    std::vector<std::vector<std::vector<uint32_t>>> m_rows; ///< by class and rank
};

/// How a host gets from one launch to the next: from the end of one call to the start of the next, without
/// calls that wait.
struct HostPace {
    double short_ns = 0, long_ns = 0; ///< below 200 µs; longer, where the device began at once, and so waited
    size_t launches = 0;              ///< behind the short ones
    double mean_ns() const { return launches > 0 ? short_ns / static_cast<double>(launches) : 0; }
};

HostPace pace_of(const TraceLanes& lanes) {
    constexpr int64_t at_once_ns = 20'000;
    const LaneColumns& host = lanes.host->events;
    std::vector<Interval> waits;
    for (uint32_t row = 0; row < host.size(); ++row)
        if (const LaneCategory what = host.category[row]; what == LaneCategory::allocation ||
                                                          what == LaneCategory::synchronise ||
                                                          what == LaneCategory::dataloader)
            waits.push_back({host.start_ns[row], host.end_ns(row)});
    const IntervalUnion waiting(std::move(waits));
    const int64_t from = lanes.steps.size() >= 3 ? lanes.steps[1].start_ns : INT64_MIN;
    std::vector<std::pair<uint32_t, int64_t>> calls; ///< and when the device began
    for (uint32_t row = 0; row < lanes.launch.size(); ++row)
        if (lanes.launch[row] != LaneColumns::no_row && lanes.device.start_ns[row] >= from)
            calls.emplace_back(lanes.launch[row], lanes.device.start_ns[row]);
    std::ranges::sort(calls);
    HostPace out;
    for (size_t i = 1; i < calls.size(); ++i) {
        const auto [call, began] = calls[i];
        const Interval between{host.end_ns(calls[i - 1].first), host.start_ns[call]};
        const int64_t own = between.end - between.start - waiting.measure_within(between);
        if (between.end <= between.start) continue;
        if (own < short_gap_ns) {
            out.short_ns += static_cast<double>(own);
            ++out.launches;
        } else if (began - host.end_ns(call) <= at_once_ns) {
            out.long_ns += static_cast<double>(own);
        }
    }
    return out;
}

void add_own_host(const TraceResult& trace, const std::vector<RankSums>& ranks, std::vector<PathSums>& to) {
    std::vector<HostPace> paces;
    for (const RankSums& each : ranks) paces.push_back(pace_of(*trace.ranks[each.rank->place].lanes));
    for (size_t i = 0; i < ranks.size(); ++i) {
        std::vector<double> means, longs;
        for (size_t j = 0; j < ranks.size(); ++j) {
            if (j == i) continue;
            means.push_back(paces[j].mean_ns());
            longs.push_back(paces[j].long_ns);
        }
        if (means.empty()) continue;
        const auto part = [](double longer, double of) {
            return of > 0 ? std::clamp(longer / of, 0.0, 1.0) : 0;
        };
        to[i].own_short_gaps = part((paces[i].mean_ns() - lower_median(std::move(means))) *
                                        static_cast<double>(paces[i].launches),
                                    ranks[i].short_gaps());
        to[i].own_host = part(paces[i].long_ns - lower_median(std::move(longs)), ranks[i].long_gaps());
    }
}

double* gap_of(PathSums& sums, const RunPathPiece& piece, double length) {
    switch (piece.cause) {
    case IdleCause::input: return &sums.input;
    case IdleCause::allocation: return &sums.allocation;
    case IdleCause::host:
    case IdleCause::between_kernels:
        return length < static_cast<double>(short_gap_ns) ? &sums.short_gaps : &sums.host;
    default: return &sums.other;
    }
}

} // namespace

PathCosts path_costs(const TraceResult& trace, const TraceAnalysis& analysis,
                     const std::vector<RankSums>& ranks) {
    PathCosts out;
    out.ranks.resize(ranks.size());
    std::vector<size_t> by_place(trace.ranks.size(), 0);
    for (size_t i = 0; i < ranks.size(); ++i) by_place[ranks[i].rank->place] = i;
    const UsualKernels kernels(trace, ranks);
    for (const RunPathPiece& piece : analysis.path) {
        const size_t rank = by_place[piece.place];
        const auto length = static_cast<double>(piece.time.end - piece.time.start);
        PathSums& sums = out.ranks[rank];
        out.total += length;
        if (piece.is_gap) {
            *gap_of(sums, piece, length) += length;
        } else if (piece.does == LaneCategory::compute) {
            const auto whole =
                static_cast<double>(trace.ranks[piece.place].lanes->device.duration_ns[piece.row]);
            sums.compute += length;
            sums.slower += kernels.slower_ns(rank, piece.row) * length / whole;
        }
    }
    add_own_host(trace, ranks, out.ranks);
    return out;
}

double own_part(const std::vector<RankSums>& ranks, size_t rank, double (RankSums::*of)() const) {
    std::vector<double> others;
    for (size_t i = 0; i < ranks.size(); ++i)
        if (i != rank) others.push_back((ranks[i].*of)());
    const double own = (ranks[rank].*of)();
    if (others.empty() || own <= 0) return 0;
    return std::clamp((own - lower_median(std::move(others))) / own, 0.0, 1.0);
}

} // namespace roofrack
