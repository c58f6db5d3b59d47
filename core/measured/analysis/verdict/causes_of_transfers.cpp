// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

// A group whose collectives take so much longer than those of its like has a slower link.
constexpr double slower_group = 1.2;
// NCCL comes to three quarters and more of what NVLink carries at such sizes; below this a link is broken, or
// the way goes another way.
constexpr double least_of_server = 0.35;
// Below this share of what the drawn fabric gives, at sizes at which bandwidth shows, it is not as drawn.
constexpr double least_of_fabric = 0.6;
constexpr int64_t least_bytes_of_fabric = int64_t{16} << 20;

struct SlowLink {
    double ns = 0; ///< exposed transfers that need not be, over all ranks
    std::string sentence;
    std::string group;
    const CollectiveClass* of = nullptr;
};

/// The part of the transfers of a class beside which nothing is computed.
double exposed_part(const CollectiveClass& each) {
    const double transfers = static_cast<double>(each.total_ns - each.waiting_ns);
    return transfers > 0
               ? std::clamp(static_cast<double>(each.exposed_ns - each.waiting_ns) / transfers, 0.0, 1.0)
               : 0;
}

std::string class_text(const CollectiveClass& each) {
    std::string out = each.kind;
    if (each.bytes) out += fmt::format(" of {:.3g} MB", static_cast<double>(*each.bytes) / 1e6);
    if (each.group_size) out += fmt::format(" over {} ranks", *each.group_size);
    return out;
}

SlowLink slower_groups(const CollectiveClass& each) {
    SlowLink out;
    if (each.groups.size() < 2 || !each.without_waiting) return out;
    std::vector<double> latencies;
    for (const CollectiveClass::Group& group : each.groups)
        latencies.push_back(static_cast<double>(group.latency_ns));
    const double typical = usual(latencies);
    double slowest = 0;
    for (const CollectiveClass::Group& group : each.groups) {
        const double latency = static_cast<double>(group.latency_ns);
        if (latency < slower_group * typical) continue;
        out.ns += (latency - typical) * static_cast<double>(group.count) * exposed_part(each);
        if (latency <= slowest) continue;
        slowest = latency;
        out.group = group.name;
        out.sentence = fmt::format("slow link: {} in group {} takes {:.1f} times as long as in the others",
                                   class_text(each), group.name, latency / typical);
    }
    out.of = &each;
    return out;
}

SlowLink slow_at_times(const CollectiveClass& each) {
    SlowLink out;
    if (!each.without_waiting || each.total_ns <= 0) return out;
    out.ns = static_cast<double>(each.slow_ns) * exposed_part(each);
    out.sentence =
        fmt::format("slow link at times: {} takes half as long again as it can, or longer", class_text(each));
    out.of = &each;
    return out;
}

SlowLink below_the_fabric(const CollectiveClass& each) {
    SlowLink out;
    if (!each.of_expected || *each.of_expected >= least_of_fabric || !each.without_waiting ||
        each.bytes.value_or(0) < least_bytes_of_fabric)
        return out;
    out.ns = static_cast<double>(each.exposed_ns - each.waiting_ns) * (1 - *each.of_expected);
    out.sentence = fmt::format("slow link: {} has {:.0f} % of the bus bandwidth that the drawn fabric gives",
                               class_text(each), 100 * *each.of_expected);
    out.of = &each;
    return out;
}

SlowLink below_the_server(const CollectiveClass& each) {
    SlowLink out;
    if (!each.server_bytes_per_s || !each.bus_bytes_per_s || !each.without_waiting ||
        each.bytes.value_or(0) < least_bytes_of_fabric)
        return out;
    const double share = *each.bus_bytes_per_s / *each.server_bytes_per_s;
    if (share >= least_of_server) return out;
    out.ns = static_cast<double>(each.exposed_ns - each.waiting_ns) * (1 - share);
    out.sentence = fmt::format("slow link: {} has {:.0f} % of the bandwidth of the GPU's links in the server",
                               class_text(each), 100 * share);
    out.of = &each;
    return out;
}

/// The longest collectives of a class, in its slow group where one is known.
void add_transfer_evidence(FoundCause& to, const TraceResult& trace, const SlowLink& link) {
    constexpr size_t most = 5;
    std::vector<VerdictEvidence> events;
    for (const TraceRank& rank : trace.ranks)
        for (const TraceCollective& each : rank.collectives) {
            const bool is_meant = each.kind == link.of->kind && each.bytes == link.of->bytes &&
                                  each.group_size == link.of->group_size &&
                                  (link.group.empty() || each.group == link.group);
            if (is_meant)
                events.push_back({rank.file, rank.rank, each.kind + " " + each.id, each.start_ns,
                                  each.duration_ns, "takes long"});
        }
    const size_t kept = std::min(most, events.size());
    std::ranges::partial_sort(events, events.begin() + static_cast<std::ptrdiff_t>(kept), std::greater(),
                              &VerdictEvidence::duration_ns);
    events.resize(kept);
    to.evidence = std::move(events);
}

} // namespace

std::vector<FoundCause> causes_of_transfers(const TraceResult& trace, const TraceAnalysis& analysis,
                                            const std::vector<RankSums>& ranks) {
    double all_windows = 0;
    for (const RankSums& rank : ranks) all_windows += static_cast<double>(rank.rank->all.window_ns);
    if (all_windows <= 0) return {};
    SlowLink most;
    double sum = 0;
    for (const CollectiveClass& each : analysis.collectives) {
        SlowLink worst;
        for (SlowLink (*const look)(const CollectiveClass&) :
             {slower_groups, slow_at_times, below_the_fabric, below_the_server})
            if (SlowLink found = look(each); found.ns > worst.ns) worst = std::move(found);
        sum += worst.ns;
        if (worst.ns > most.ns) most = std::move(worst);
    }
    if (!most.of) return {};
    FoundCause found;
    found.cause = VerdictCause::slow_link;
    found.cost = sum / all_windows;
    found.explained = most.ns / sum;
    found.of = slow_transfers;
    found.sentence = most.sentence;
    add_transfer_evidence(found, trace, most);
    return {found};
}

} // namespace roofrack
