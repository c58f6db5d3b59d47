// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

// A rank with so much of what all ranks together wait less than the usual one is looked at.
constexpr double least_share_of_waiting = 0.15;
// Nor is one that the others hardly ever wait for.
constexpr double least_share_caused = 0.1;
// Kernels that take so much longer than those of the other ranks are no chance.
constexpr double least_slower = 0.015;

/// What a rank did longer than the others did, ns.
struct Lateness {
    double compute = 0, input = 0, allocation = 0, host = 0, transfer = 0;
    double total() const { return compute + input + allocation + host + transfer; }
};

Lateness lateness_of(const RankSums& late, const std::vector<RankSums>& ranks) {
    const auto more = [&](auto part) {
        std::vector<double> others;
        for (const RankSums& rank : ranks)
            if (rank.rank != late.rank) others.push_back(part(rank));
        return std::max(0.0, part(late) - usual(std::move(others)));
    };
    return {more([](const RankSums& rank) { return rank.compute; }),
            more([](const RankSums& rank) { return rank.of(IdleCause::input); }),
            more([](const RankSums& rank) { return rank.of(IdleCause::allocation); }),
            more([](const RankSums& rank) {
                return rank.by_host() + rank.of(IdleCause::between_kernels) + rank.copies;
            }),
            more([](const RankSums& rank) { return rank.transfer; })};
}

/// Slow at times and as quick as others at other times, not all along.
bool slows_down(const std::vector<double>& speed) {
    std::vector<double> known;
    for (const double factor : speed)
        if (factor > 0) known.push_back(factor);
    if (known.size() < 3) return false;
    const auto [least, most] = std::ranges::minmax(known);
    return most - least >= 0.04 && most - least >= 0.5 * (most - 1);
}

std::string slower_text(const RankAnalysis& rank) {
    const bool matrices = rank.matrix_factor.value_or(1) >= 1 + least_slower;
    return fmt::format("its {} run {:.0f} % slower", matrices ? "GEMMs" : "kernels",
                       100 * ((matrices ? *rank.matrix_factor : rank.compute_factor.value_or(1)) - 1));
}

/// A clock so much below that of the other GPUs is held down.
constexpr double least_lower_clock = 0.04;

/// ", at 1,320 MHz (others 1,980 MHz): heat"; empty where its clock is not known or as the others'.
std::string lower_clock_text(const RankSums& late, const std::vector<RankSums>& ranks) {
    constexpr double hot_c = 83, hotter_c = 8; // where NVIDIA's GPUs of the last generations slow down
    std::vector<double> clocks, temperatures;
    for (const RankSums& rank : ranks) {
        if (rank.rank == late.rank) continue;
        if (rank.rank->sensors.clock_mhz) clocks.push_back(*rank.rank->sensors.clock_mhz);
        if (rank.rank->sensors.temperature_c) temperatures.push_back(*rank.rank->sensors.temperature_c);
    }
    const RankSensors& own = late.rank->sensors;
    if (!own.clock_mhz || clocks.empty()) return {};
    const double others = usual(std::move(clocks));
    if (*own.clock_mhz > others * (1 - least_lower_clock)) return {};
    std::string out = fmt::format(" at {:.0f} MHz (others {:.0f} MHz)", *own.clock_mhz, others);
    if (!own.temperature_c) return out;
    const bool is_hot =
        *own.temperature_c >= hot_c &&
        (temperatures.empty() || *own.temperature_c >= usual(std::move(temperatures)) + hotter_c);
    return out + (is_hot ? fmt::format(": heat, {:.0f} °C", *own.temperature_c) : std::string());
}

struct LateCause {
    VerdictCause cause;
    double share = 0; ///< share of its lateness
    std::string why;
};

/// Why a rank is late: the parts that explain a quarter of it or more, largest first.
std::vector<LateCause> why_late(const RankSums& late, const std::vector<RankSums>& ranks) {
    const Lateness more = lateness_of(late, ranks);
    const double total = more.total();
    if (total <= 0) return {{VerdictCause::late_rank, 1, "what it did longer is not recorded"}};
    std::vector<LateCause> out;
    const auto add = [&](VerdictCause cause, double part, std::string why) {
        if (part >= 0.25 * total) out.push_back({cause, part / total, std::move(why)});
    };
    const RankAnalysis& rank = *late.rank;
    const bool is_slower = rank.compute_factor.value_or(1) >= 1 + least_slower &&
                           static_cast<double>(rank.slow_kernels_ns) >= 0.5 * more.compute;
    const std::string clock = lower_clock_text(late, ranks);
    if (is_slower && !clock.empty())
        add(VerdictCause::throttling, more.compute, slower_text(rank) + clock);
    else if (is_slower && slows_down(rank.kernel_speed))
        add(VerdictCause::throttling, more.compute, slower_text(rank) + ", at times only");
    else if (is_slower)
        add(VerdictCause::slow_gpu, more.compute, slower_text(rank));
    else
        add(VerdictCause::late_rank, more.compute, "it computes more than the others");
    add(VerdictCause::starved_input, more.input, "its dataloader takes longer");
    add(VerdictCause::allocation, more.allocation, "it allocates and frees memory for longer");
    add(VerdictCause::late_rank, more.host, "its host launches late");
    add(VerdictCause::slow_link, more.transfer, "its other collectives take longer");
    std::ranges::stable_sort(out, std::greater(), &LateCause::share);
    return out;
}

/// The collectives in which the others waited longest for this rank.
void add_waiting_evidence(FoundCause& to, const TraceResult& trace,
                          const std::vector<MatchedCollective>& matched, size_t late) {
    constexpr size_t most = 5;
    std::vector<VerdictEvidence> waits;
    for (const MatchedCollective& each : matched) {
        if (each.parts[each.last].rank != late) continue;
        const auto longest = std::ranges::max_element(each.parts, {}, &MatchedCollective::Part::duration_ns);
        const TraceRank& rank = trace.ranks[longest->rank];
        const TraceCollective& collective = rank.collectives[longest->collective];
        waits.push_back({rank.file, rank.rank, collective.kind + " " + collective.id, collective.start_ns,
                         each.wait_ns(*longest), fmt::format("waits for rank {}", *trace.ranks[late].rank)});
    }
    std::ranges::stable_sort(waits, std::greater(), &VerdictEvidence::duration_ns);
    if (waits.size() > most) waits.resize(most);
    to.evidence = std::move(waits);
}

} // namespace

std::vector<FoundCause> causes_of_waiting(const TraceResult& trace, const TraceAnalysis&,
                                          const std::vector<RankSums>& ranks) {
    std::vector<FoundCause> out;
    std::vector<double> waiting;
    double all_caused = 0, window = 0;
    for (const RankSums& rank : ranks) {
        waiting.push_back(rank.waiting);
        all_caused += static_cast<double>(rank.rank->waiting_caused_ns);
        window += rank.window / static_cast<double>(ranks.size());
    }
    if (ranks.size() < 2 || all_caused <= 0 || window <= 0) return out;
    // Who is late waits less than the others do, and they wait for it: those that waited for it once are
    // themselves late to the next ranks, so who came last to a collective is not always whose fault it is.
    std::vector<double> sorted = waiting;
    std::ranges::sort(sorted);
    const double others_wait = sorted[sorted.size() / 2];
    std::vector<double> late(ranks.size(), 0);
    double excess = 0;
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (static_cast<double>(ranks[i].rank->waiting_caused_ns) < least_share_caused * all_caused) continue;
        late[i] = std::max(0.0, others_wait - waiting[i]);
        excess += late[i];
    }
    if (excess <= 0) return out;
    const std::vector<MatchedCollective> matched = matched_collectives(trace.ranks);
    for (size_t i = 0; i < ranks.size(); ++i) {
        const double share = late[i] / excess;
        if (share < least_share_of_waiting || !ranks[i].rank->rank) continue;
        const double cost = share * excess / window;
        for (const LateCause& why : why_late(ranks[i], ranks)) {
            FoundCause found;
            found.cause = why.cause;
            found.rank = ranks[i].rank->rank;
            found.cost = cost * why.share;
            found.explained = share * std::min(1.0, why.share / 0.95);
            found.of = "waiting for ranks";
            found.sentence = fmt::format(
                "rank {} late: {:.0f} % of all waiting; {}", *found.rank,
                100 * static_cast<double>(ranks[i].rank->waiting_caused_ns) / all_caused, why.why);
            add_waiting_evidence(found, trace, matched, ranks[i].rank->place);
            out.push_back(std::move(found));
        }
    }
    return out;
}

std::vector<FoundCause> causes_of_slow_kernels(const std::vector<RankSums>& ranks) {
    // By slice, the usual rank: what is one rank's alone shows in the waiting for it.
    size_t slices = SIZE_MAX;
    for (const RankSums& rank : ranks) slices = std::min(slices, rank.rank->kernel_speed.size());
    std::vector<double> speed;
    for (size_t i = 0; i < slices && !ranks.empty(); ++i) {
        std::vector<double> of_ranks;
        for (const RankSums& rank : ranks)
            if (const double factor = rank.rank->kernel_speed[i]; factor > 0) of_ranks.push_back(factor);
        speed.push_back(usual(std::move(of_ranks)));
    }
    if (speed.size() > 3) speed.erase(speed.begin()); // it warms up
    std::erase(speed, 0.0);                           // slices without such kernels say nothing
    if (!slows_down(speed)) return {};
    // A clock falls in the course of a run; kernels that were slow at its start alone had other work.
    const size_t third = std::max<size_t>(1, speed.size() / 3);
    const auto mean_of = [&](auto begin, size_t n) {
        double sum = 0;
        for (size_t i = 0; i < n; ++i) sum += *(begin + static_cast<std::ptrdiff_t>(i));
        return sum / static_cast<double>(n);
    };
    const double first = mean_of(speed.begin(), third), mean = mean_of(speed.begin(), speed.size());
    const std::vector<double> in_time = speed;
    std::ranges::sort(speed);
    const double best = mean_of(speed.begin(), third), worst = mean_of(speed.rbegin(), third);
    if (first <= 0 || worst < first * 1.04) return {};
    double beyond_best = 0, beyond_start = 0;
    for (size_t i = 0; i < in_time.size(); ++i) {
        beyond_best += std::max(0.0, in_time[i] - best);
        if (i >= third) beyond_start += std::max(0.0, in_time[i] - first);
    }
    double share = 0;
    for (const RankSums& rank : ranks)
        share += rank.window > 0 ? rank.compute / rank.window / static_cast<double>(ranks.size()) : 0;
    FoundCause found;
    found.cause = VerdictCause::throttling;
    found.cost = share * (mean - best) / mean;
    found.explained = beyond_start / beyond_best; // the slowest third is beyond both
    found.of = "time that kernels take beyond their quickest";
    found.sentence = fmt::format("throttled: the same kernels come to run {:.0f} % slower than at the start",
                                 100 * (worst / first - 1));
    return {found};
}

} // namespace roofrack
