// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/found_causes.h"

#include "core/base/units/median.h"
#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

// Kernels that take so much longer than those of the other ranks are not noise.
constexpr double least_slower = 0.015;

// Kernels whose slowdown varies by so much in the course of time, and by that share of how slow they are at
// most, are slow at times only.
constexpr double least_variation = 0.04, least_share_that_varies = 0.5;

// All ranks' kernels that come to take so many times as long as at the start are throttled.
constexpr double least_growth = 1.04;

/// Slow at times and as quick as others at other times, not all along. `slowdown`: their time over the usual
/// one by step, larger is slower; 0: not known.
bool slows_down(const std::vector<double>& slowdown) {
    std::vector<double> known;
    for (const double factor : slowdown)
        if (factor > 0) known.push_back(factor);
    if (known.size() < 3) return false;
    const auto [least, most] = std::ranges::minmax(known);
    const double varies = most - least;
    return varies >= least_variation && varies >= least_share_that_varies * (most - 1);
}

std::string slower_text(const RankAnalysis& rank) {
    const bool matrices = rank.matrix_factor.value_or(1) >= 1 + least_slower;
    return fmt::format("its {} run {:.0f} % slower", matrices ? "GEMMs" : "kernels",
                       100 * ((matrices ? *rank.matrix_factor : rank.compute_factor.value_or(1)) - 1));
}

/// A clock so much below that of the other GPUs is held down.
constexpr double least_lower_clock = 0.04;

/// " at 1320 MHz (others 1980 MHz): heat, 91 °C"; empty where its clock is not known or is that of the
/// others.
std::string lower_clock_text(const RankSums& late_rank, const std::vector<RankSums>& ranks) {
    constexpr double hot_c = 83, hotter_c = 8; // where NVIDIA's GPUs of the last generations slow down
    std::vector<double> clocks, temperatures;
    for (const RankSums& rank : ranks) {
        if (rank.rank == late_rank.rank) continue;
        if (rank.rank->sensors.clock_mhz) clocks.push_back(*rank.rank->sensors.clock_mhz);
        if (rank.rank->sensors.temperature_c) temperatures.push_back(*rank.rank->sensors.temperature_c);
    }
    const RankSensors& own = late_rank.rank->sensors;
    if (!own.clock_mhz || clocks.empty()) return {};
    const double others = lower_median(std::move(clocks));
    if (*own.clock_mhz > others * (1 - least_lower_clock)) return {};
    std::string out = fmt::format(" at {:.0f} MHz (others {:.0f} MHz)", *own.clock_mhz, others);
    if (!own.temperature_c) return out;
    const bool is_hot =
        *own.temperature_c >= hot_c &&
        (temperatures.empty() || *own.temperature_c >= lower_median(std::move(temperatures)) + hotter_c);
    return out + (is_hot ? fmt::format(": heat, {:.0f} °C", *own.temperature_c) : std::string());
}

struct LateCause {
    VerdictCause cause;
    double cost_ns = 0;
    std::string why;
};

/// Why the rank makes others wait: each cause with the time on the critical path by which the rank takes
/// longer than the usual rank does.
std::vector<LateCause> why_late(const std::vector<RankSums>& ranks, const PathCosts& path, size_t place) {
    const RankSums& late_rank = ranks[place];
    const PathSums& of = path.ranks[place];
    const RankAnalysis& rank = *late_rank.rank;
    std::vector<LateCause> out;
    const auto add = [&](VerdictCause cause, double cost_ns, std::string why) {
        if (cost_ns > 0) out.push_back({cause, cost_ns, std::move(why)});
    };
    const auto more = [&](double (RankSums::*part)() const) { return own_part(ranks, place, part); };
    const bool is_slower = rank.compute_factor.value_or(1) >= 1 + least_slower;
    const double slower = is_slower ? std::max(0.0, of.slower) : 0;
    const std::string clock = lower_clock_text(late_rank, ranks);
    if (!clock.empty())
        add(VerdictCause::throttling, slower, slower_text(rank) + clock);
    else if (slows_down(rank.kernel_slowdown))
        add(VerdictCause::throttling, slower, slower_text(rank) + ", at times only");
    else
        add(VerdictCause::slow_gpu, slower, slower_text(rank));
    // More work is of more kernels or larger ones; the same ones that run slower are not.
    if (!is_slower)
        add(VerdictCause::late_rank, of.compute * more(&RankSums::computing),
            "it computes more than the others");
    add(VerdictCause::starved_input, of.input * more(&RankSums::input), "its dataloader takes longer");
    add(VerdictCause::allocation, of.allocation * more(&RankSums::allocation),
        "it allocates and frees memory for longer");
    add(VerdictCause::late_rank, of.own_gaps(), "its host launches late");
    return out;
}

/// The collectives in which the others waited longest for the rank at this place.
void add_waiting_evidence(FoundCause& to, const TraceResult& trace,
                          const std::vector<MatchedCollective>& matched, size_t late_place) {
    constexpr size_t most = 5;
    std::vector<VerdictEvidence> waits;
    for (const MatchedCollective& each : matched) {
        if (!each.is_whole || each.parts[each.last].rank != late_place) continue;
        const auto longest = std::ranges::max_element(each.parts, {}, &MatchedCollective::Part::duration_ns);
        const TraceRank& rank = trace.ranks[longest->rank];
        const TraceCollective& collective = rank.collectives[longest->collective];
        waits.push_back({rank.file, rank.rank, collective.kind + " " + collective.id, collective.start_ns,
                         each.wait_ns(*longest),
                         fmt::format("waits for rank {}", *trace.ranks[late_place].rank), rank.device});
    }
    std::ranges::stable_sort(waits, std::greater(), &VerdictEvidence::duration_ns);
    if (waits.size() > most) waits.resize(most);
    to.evidence = std::move(waits);
}

/// Whether others are known to have waited for the rank at this place, or it for them: some collective of
/// it tells of all its ranks.
bool is_in_whole_collective(const std::vector<MatchedCollective>& matched, size_t place) {
    return std::ranges::any_of(matched, [&](const MatchedCollective& each) {
        return each.is_whole &&
               std::ranges::find(each.parts, place, &MatchedCollective::Part::rank) != each.parts.end();
    });
}

} // namespace

std::vector<FoundCause> causes_of_waiting(const TraceResult& trace, const TraceAnalysis& analysis,
                                          const std::vector<RankSums>& ranks, const PathCosts& path) {
    std::vector<FoundCause> out;
    if (ranks.size() < 2 || path.total <= 0) return out;
    std::vector<std::vector<LateCause>> causes;
    std::vector<double> lateness_ns(ranks.size(), 0);
    double all_ns = 0;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const bool is_known =
            ranks[i].rank->rank && is_in_whole_collective(analysis.matched, ranks[i].rank->place);
        causes.push_back(is_known ? why_late(ranks, path, i) : std::vector<LateCause>());
        for (const LateCause& why : causes[i]) lateness_ns[i] += why.cost_ns;
        all_ns += lateness_ns[i];
    }
    for (size_t i = 0; i < ranks.size(); ++i)
        for (const LateCause& why : causes[i]) {
            FoundCause found;
            found.cause = why.cause;
            found.rank = ranks[i].rank->rank;
            found.cost = why.cost_ns / path.total;
            found.explained = why.cost_ns / all_ns;
            found.of = "lateness of ranks";
            found.sentence = fmt::format("rank {} late: {:.0f} % of all lateness; {}", *found.rank,
                                         100 * lateness_ns[i] / all_ns, why.why);
            add_waiting_evidence(found, trace, analysis.matched, ranks[i].rank->place);
            out.push_back(std::move(found));
        }
    return out;
}

std::vector<FoundCause> causes_of_slow_kernels(const std::vector<RankSums>& ranks) {
    // By step, the usual rank: what is one rank's alone shows in the waiting for it.
    size_t slices = SIZE_MAX;
    for (const RankSums& rank : ranks) slices = std::min(slices, rank.rank->kernel_slowdown.size());
    std::vector<double> slowdown;
    for (size_t i = 0; i < slices && !ranks.empty(); ++i) {
        std::vector<double> of_ranks;
        for (const RankSums& rank : ranks)
            if (const double factor = rank.rank->kernel_slowdown[i]; factor > 0) of_ranks.push_back(factor);
        slowdown.push_back(lower_median(std::move(of_ranks)));
    }
    if (slowdown.size() > 3) slowdown.erase(slowdown.begin()); // it warms up
    std::erase(slowdown, 0.0);                                 // steps without such kernels say nothing
    if (!slows_down(slowdown)) return {};
    // A clock falls in the course of a run and stays low; kernels that were slow at its start alone, or in
    // its middle alone, had other work.
    const size_t third = std::max<size_t>(1, slowdown.size() / 3);
    const auto mean_of = [&](auto begin, size_t n) {
        double sum = 0;
        for (size_t i = 0; i < n; ++i) sum += *(begin + static_cast<std::ptrdiff_t>(i));
        return sum / static_cast<double>(n);
    };
    const double first = mean_of(slowdown.begin(), third), mean = mean_of(slowdown.begin(), slowdown.size());
    const std::vector<double> in_time = slowdown;
    std::ranges::sort(slowdown);
    const double best = mean_of(slowdown.begin(), third), last = mean_of(in_time.rbegin(), third);
    if (first <= 0 || last < first * least_growth) return {};
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
    found.explained = beyond_start / beyond_best; // the last third is beyond both
    found.of = "time that kernels take beyond their quickest";
    found.sentence = fmt::format("throttled: the same kernels come to run {:.0f} % slower than at the start",
                                 100 * (last / first - 1));
    return {found};
}

} // namespace roofrack
