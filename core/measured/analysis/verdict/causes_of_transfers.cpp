// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include "core/base/units/median.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace roofrack {

namespace {

// What takes so much longer in one group, or in one step, than its like in the quicker quarter has a slow
// link.
constexpr double slower_link = 1.2;
// And so has a single one that takes half as long again.
constexpr double slower_once = 1.5;
// NCCL comes to three quarters and more of what NVLink carries at such sizes; below this a link is broken, or
// the way goes another way.
constexpr double least_of_server = 0.35;
// Below this share of what the drawn fabric gives, at sizes at which bandwidth shows, it is not as drawn.
constexpr double least_of_fabric = 0.6;
constexpr int64_t least_bytes_of_fabric = int64_t{16} << 20;

std::string class_text(const TraceCollective& each) {
    std::string out = each.kind;
    if (each.bytes) out += fmt::format(" of {:.3g} MB", static_cast<double>(*each.bytes) / 1e6);
    if (each.group_size) out += fmt::format(" over {} ranks", *each.group_size);
    return out;
}

/// The matched collectives by what they are, who takes part, and when. A collective counts from when its last
/// rank came: what its ranks wait before that is no link's doing.
class Transfers {
public:
    Transfers(const TraceResult& trace, const TraceAnalysis& analysis)
        : m_trace(trace)
        , m_analysis(analysis) {
        std::map<Unit, std::vector<double>> latencies;
        for (const MatchedCollective& each : analysis.matched) {
            m_units.push_back(unit_of(each));
            latencies[m_units.back()].push_back(static_cast<double>(each.latency_ns));
        }
        std::map<size_t, std::vector<double>> by_class;
        for (auto& [unit, values] : latencies) {
            m_medians[unit] = lower_median(std::move(values));
            by_class[std::get<0>(unit)].push_back(m_medians[unit]);
        }
        for (auto& [of, medians] : by_class) {
            std::ranges::sort(medians);
            m_quick[of] = medians[medians.size() / 4];
        }
    }

    const TraceCollective& collective(size_t matched) const {
        const MatchedCollective& each = m_analysis.matched[matched];
        const MatchedCollective::Part& part = each.parts[each.last];
        return m_trace.ranks[part.rank].collectives[part.collective];
    }
    const TraceRank& last(size_t matched) const {
        const MatchedCollective& each = m_analysis.matched[matched];
        return m_trace.ranks[each.parts[each.last].rank];
    }
    size_t class_of(size_t matched) const { return std::get<0>(m_units[matched]); }
    /// One link is what the same ranks use, whatever they do over it.
    size_t link(size_t matched) const { return std::get<1>(m_units[matched]); }
    double latency_ns(size_t matched) const {
        return static_cast<double>(m_analysis.matched[matched].latency_ns);
    }
    double quick_ns(size_t matched) const { return m_quick.at(class_of(matched)); }

    /// What it takes longer than it needs to, ns.
    double longer_ns(size_t matched) const {
        const double quick = quick_ns(matched), latency = latency_ns(matched);
        double out = 0;
        if (m_medians.at(m_units[matched]) >= slower_link * quick || latency >= slower_once * quick)
            out = std::max(0.0, latency - quick);
        if (const auto part = part_of_fabric(matched)) out = std::max(out, latency * (1 - *part));
        if (const auto part = part_of_server(matched)) out = std::max(out, latency * (1 - *part));
        return out;
    }
    /// Its bandwidth's share of what the drawn fabric gives, where that is too little.
    std::optional<double> part_of_fabric(size_t matched) const {
        const CollectiveClass* of = judged(matched);
        if (!of || !of->of_expected || *of->of_expected >= least_of_fabric) return std::nullopt;
        return *of->of_expected;
    }
    std::optional<double> part_of_server(size_t matched) const {
        const CollectiveClass* of = judged(matched);
        if (!of || !of->server_bytes_per_s || !of->bus_bytes_per_s) return std::nullopt;
        const double part = *of->bus_bytes_per_s / *of->server_bytes_per_s;
        if (part >= least_of_server) return std::nullopt;
        return part;
    }
    /// Whether those of its class over the same link are slow in most steps, and quick elsewhere.
    bool is_always_slow(size_t matched) const {
        size_t slow = 0, all = 0, elsewhere = 0;
        for (const auto& [unit, median] : m_medians) {
            if (std::get<0>(unit) != class_of(matched)) continue;
            const bool is_own = std::get<1>(unit) == link(matched);
            all += is_own ? 1 : 0;
            slow += is_own && median >= slower_link * quick_ns(matched) ? 1 : 0;
            elsewhere += is_own ? 0 : 1;
        }
        return elsewhere > 0 && slow * 4 >= all * 3;
    }

private:
    using Unit = std::tuple<size_t, size_t, size_t>; ///< class, link, step

    Unit unit_of(const MatchedCollective& matched) {
        const MatchedCollective::Part& part = matched.parts[matched.last];
        const TraceRank& rank = m_trace.ranks[part.rank];
        const TraceCollective& each = rank.collectives[part.collective];
        std::vector<size_t> ranks;
        for (const MatchedCollective::Part& member : matched.parts) ranks.push_back(member.rank);
        const std::tuple key{each.kind == "recv" ? "send" : each.kind, each.group_size.value_or(-1),
                             each.bytes.value_or(-1)};
        size_t step = 0;
        if (rank.lanes)
            step = static_cast<size_t>(
                std::ranges::upper_bound(rank.lanes->steps, each.start_ns, {}, &LaneStep::start_ns) -
                rank.lanes->steps.begin());
        return {m_classes.emplace(key, m_classes.size()).first->second,
                m_links.emplace(std::move(ranks), m_links.size()).first->second, step};
    }
    const CollectiveClass* judged(size_t matched) const {
        const TraceCollective& each = collective(matched);
        if (each.bytes.value_or(0) < least_bytes_of_fabric) return nullptr;
        for (const CollectiveClass& of : m_analysis.collectives)
            if (of.kind == each.kind && of.bytes == each.bytes && of.group_size == each.group_size)
                return of.without_waiting ? &of : nullptr;
        return nullptr;
    }

    const TraceResult& m_trace;
    const TraceAnalysis& m_analysis;
    std::map<std::tuple<std::string, int, int64_t>, size_t> m_classes;
    std::map<std::vector<size_t>, size_t> m_links;
    std::vector<Unit> m_units; ///< by matched collective
    std::map<Unit, double> m_medians;
    std::map<size_t, double> m_quick; ///< the quicker quarter of the medians, by class
};

std::string slow_text(const Transfers& transfers, size_t matched) {
    const TraceCollective& each = transfers.collective(matched);
    const std::string text = class_text(each);
    const double times = transfers.latency_ns(matched) / transfers.quick_ns(matched);
    if (times >= slower_link && transfers.is_always_slow(matched))
        return fmt::format("slow link: {} in group {} takes {:.1f} times as long as in the others", text,
                           each.group, times);
    if (times >= slower_link)
        return fmt::format("slow link at times: {} takes {:.1f} times as long as at others", text, times);
    if (const auto part = transfers.part_of_fabric(matched))
        return fmt::format("slow link: {} has {:.0f} % of the bus bandwidth that the drawn fabric gives",
                           text, 100 * *part);
    return fmt::format("slow link: {} has {:.0f} % of the bandwidth of the GPU's links in the server", text,
                       100 * transfers.part_of_server(matched).value_or(1));
}

/// When the device of a rank computes.
const IntervalUnion& computing_of(const TraceResult& trace, size_t place,
                                  std::map<size_t, IntervalUnion>& known) {
    const auto found = known.find(place);
    if (found != known.end()) return found->second;
    const LaneColumns& device = trace.ranks[place].lanes->device;
    std::vector<Interval> compute;
    for (uint32_t row = 0; row < device.size(); ++row)
        if (device.category[row] == LaneCategory::compute)
            compute.push_back({device.start_ns[row], device.end_ns(row)});
    return known.emplace(place, IntervalUnion(std::move(compute))).first->second;
}

/// The slowest collectives of that class over that link, on the rank that came last.
void add_transfer_evidence(FoundCause& to, const Transfers& transfers, std::vector<size_t> matched) {
    constexpr size_t most = 5;
    std::ranges::stable_sort(matched, std::greater(),
                             [&](size_t each) { return transfers.latency_ns(each); });
    if (matched.size() > most) matched.resize(most);
    for (const size_t each : matched) {
        const TraceCollective& collective = transfers.collective(each);
        const TraceRank& rank = transfers.last(each);
        to.evidence.push_back({rank.file, rank.rank, collective.kind + " " + collective.id,
                               collective.start_ns, collective.duration_ns, "takes long"});
    }
}

} // namespace

std::vector<FoundCause> causes_of_transfers(const TraceResult& trace, const TraceAnalysis& analysis,
                                            const PathCosts& path) {
    if (path.total <= 0) return {};
    const Transfers transfers(trace, analysis);
    struct SlowLink {
        double ns = 0;
        std::map<size_t, double> by_class;
    };
    std::map<size_t, SlowLink> links;
    std::map<size_t, IntervalUnion> computing;
    double sum = 0;
    for (const RunPathPiece& piece : analysis.path) {
        if (piece.is_gap || piece.matched == RunPathPiece::unmatched) continue;
        // What is computed beside it takes its time however quick the transfer is.
        const int64_t exposed = piece.time.end - piece.time.start -
                                computing_of(trace, piece.place, computing).measure_within(piece.time);
        const double longer = std::min(transfers.longer_ns(piece.matched), static_cast<double>(exposed));
        SlowLink& link = links[transfers.link(piece.matched)];
        link.ns += longer;
        link.by_class[transfers.class_of(piece.matched)] += longer;
        sum += longer;
    }
    std::vector<FoundCause> out;
    for (const auto& [link, slow] : links) {
        if (slow.ns <= 0) continue;
        const size_t worst =
            std::ranges::max_element(slow.by_class, {}, [](const auto& each) { return each.second; })->first;
        std::vector<size_t> slowest;
        for (size_t i = 0; i < analysis.matched.size(); ++i)
            if (transfers.link(i) == link && transfers.class_of(i) == worst && transfers.longer_ns(i) > 0)
                slowest.push_back(i);
        std::ranges::stable_sort(slowest, {}, [&](size_t i) { return transfers.latency_ns(i); });
        FoundCause found;
        found.cause = VerdictCause::slow_link;
        found.cost = slow.ns / path.total;
        found.explained = slow.ns / sum;
        found.of = "slow transfers";
        found.sentence = slow_text(transfers, slowest[slowest.size() / 2]);
        add_transfer_evidence(found, transfers, slowest);
        out.push_back(std::move(found));
    }
    return out;
}

} // namespace roofrack
