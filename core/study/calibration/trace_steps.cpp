// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/trace_steps.h"

#include "core/base/units/median.h"
#include "core/measured/analysis/collective_classes.h"
#include "core/measured/analysis/kernel_work.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

constexpr double nano = 1e-9;

/// One step of one rank; `works`: by its kernels, null where they are not told.
struct RankStep {
    const TraceTimes* times = nullptr;
    const KernelWorkTimes* works = nullptr;
};
/// One step of all ranks.
using AllRanksStep = std::vector<RankStep>;
/// Works of the steps of each rank, by name.
using Works = std::vector<std::map<std::string, KernelWorkTimes>>;

Works works_of(const std::vector<const TraceRank*>& ranks) {
    Works out;
    for (const TraceRank* rank : ranks) {
        const auto works = kernel_works(*rank);
        out.emplace_back(works.begin(), works.end());
    }
    return out;
}

/// The steps in the order of the first rank that marks any, each of all ranks that have it.
std::vector<AllRanksStep> steps_of(const std::vector<const TraceRank*>& ranks, const Works& works) {
    std::map<std::string, AllRanksStep> by_name;
    for (size_t i = 0; i < ranks.size(); ++i)
        for (const TraceStep& step : ranks[i]->steps) {
            if (!step.times || step.times->window_ns <= 0) continue;
            const auto found = works[i].find(step.name);
            by_name[step.name].push_back({&*step.times, found == works[i].end() ? nullptr : &found->second});
        }
    std::vector<AllRanksStep> out;
    for (const TraceStep& step : ranks.front()->steps)
        if (const auto& times = by_name[step.name]; times.size() == ranks.size()) out.push_back(times);
    return out;
}

double median_of(const AllRanksStep& ranks, int64_t TraceTimes::*time) {
    std::vector<double> values;
    for (const RankStep& each : ranks) values.push_back(static_cast<double>(each.times->*time));
    return nano * median(std::move(values));
}

/// The computation by what its kernels work on. Kernels that run beside each other share their time, so that
/// the works sum to the computation.
void set_works(const AllRanksStep& ranks, MeasuredBreakdown& out) {
    for (const RankStep& each : ranks)
        if (!each.works || each.works->all_ns() <= 0) return;
    double sum = 0;
    for (size_t work = 0; work < kernel_work_count; ++work) {
        std::vector<double> shares, counts;
        for (const RankStep& each : ranks) {
            shares.push_back(static_cast<double>(each.works->ns[work]) /
                             static_cast<double>(each.works->all_ns()));
            counts.push_back(static_cast<double>(each.works->count[work]));
        }
        out.works[work] = median(std::move(shares));
        out.kernels[work] = median(std::move(counts));
        sum += out.works[work];
    }
    for (double& work : out.works) work *= sum > 0 ? out.compute / sum : 0;
}

MeasuredBreakdown breakdown_of(const AllRanksStep& ranks) {
    MeasuredBreakdown out;
    out.step = median_of(ranks, &TraceTimes::window_ns);
    out.compute = median_of(ranks, &TraceTimes::compute_ns);
    out.comm = median_of(ranks, &TraceTimes::comm_ns);
    out.exposed_comm = median_of(ranks, &TraceTimes::exposed_comm_ns);
    out.input = median_of(ranks, &TraceTimes::dataloader_ns);
    double most = 0;
    for (const RankStep& each : ranks)
        most = std::max(most, nano * static_cast<double>(each.times->compute_ns));
    if (out.compute > 0) out.slowest = most / out.compute;
    set_works(ranks, out);
    return out;
}

/// Each group's share of the time of all collectives of the ranks; none where one of them names no group.
GroupComms group_shares(const std::vector<const TraceRank*>& ranks) {
    GroupComms out;
    for (const TraceRank* rank : ranks)
        for (const TraceCollective& each : rank->collectives) {
            if (!each.group_size) return {};
            out.add(*each.group_size, static_cast<double>(each.duration_ns));
        }
    if (out.all() > 0) out.scale(1 / out.all());
    return out;
}

/// Variance of the values around their mean, by n − 1.
double variance(const std::vector<double>& values) {
    double mean = 0, sum = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (const double value : values) sum += (value - mean) * (value - mean);
    return sum / static_cast<double>(values.size() - 1);
}

/// One-way random effects: of the ranks' means only what the scatter of their steps does not explain is
/// theirs.
void set_spread(const std::vector<AllRanksStep>& steps, size_t ranks, TraceSteps& out) {
    constexpr size_t least_ranks = 4, least_steps = 3;
    if (ranks < least_ranks || steps.size() < least_steps) {
        out.refused.push_back(fmt::format(
            "how much GPUs differ is not told by {} rank{} and {} step{}: {} ranks and {} steps are needed",
            ranks, ranks == 1 ? "" : "s", steps.size(), steps.size() == 1 ? "" : "s", least_ranks,
            least_steps));
        return;
    }
    std::vector<double> means;
    double within = 0, all = 0;
    for (size_t rank = 0; rank < ranks; ++rank) {
        std::vector<double> values;
        for (const auto& step : steps) values.push_back(static_cast<double>(step[rank].times->compute_ns));
        double mean = 0;
        for (const double value : values) mean += value / static_cast<double>(values.size());
        means.push_back(mean);
        all += mean / static_cast<double>(ranks);
        within += variance(values) / static_cast<double>(ranks);
    }
    if (all <= 0) return;
    const double between = variance(means) - within / static_cast<double>(steps.size());
    out.cv_persistent = std::sqrt(std::max(0.0, between)) / all;
    out.cv_iid = std::sqrt(within) / all;
}

/// Collectives of one kind among so many ranks, the shortest duration of each by size.
using Latencies = std::map<std::pair<Collective, int>, std::map<int64_t, std::vector<double>>>;

Latencies latencies_of(const std::vector<const TraceRank*>& ranks) {
    struct Call {
        Collective kind;
        int ranks = 0;
        int64_t bytes = 0, shortest = 0;
        std::set<const TraceRank*> seen;
    };
    std::map<std::string, Call> calls;
    for (const TraceRank* rank : ranks)
        for (const TraceCollective& each : rank->collectives) {
            const auto kind = traced_collective(each.kind);
            if (!kind || !each.bytes || !each.group_size || *each.group_size < 2 || *each.bytes < 1) continue;
            const auto [call, is_new] =
                calls.try_emplace(each.id, Call{*kind, *each.group_size, *each.bytes, each.duration_ns, {}});
            call->second.shortest = std::min(call->second.shortest, each.duration_ns);
            call->second.seen.insert(rank);
        }
    Latencies out;
    for (const auto& [id, call] : calls)
        if (static_cast<int>(call.seen.size()) == call.ranks && call.shortest > 0)
            out[{call.kind, call.ranks}][call.bytes].push_back(nano * static_cast<double>(call.shortest));
    return out;
}

void add_sweeps(const std::vector<const TraceRank*>& ranks, TraceSteps& out) {
    constexpr size_t least_sizes = 2;
    const bool have_calls =
        std::ranges::any_of(ranks, [](const TraceRank* rank) { return !rank->collectives.empty(); });
    for (const auto& [group, sizes] : latencies_of(ranks)) {
        if (sizes.size() < least_sizes) continue;
        CollectiveSweep sweep;
        sweep.collective = group.first;
        sweep.ranks = group.second;
        for (const auto& [bytes, times] : sizes)
            sweep.points.push_back({Bytes(static_cast<double>(bytes)), Seconds(median(times))});
        out.sweeps.push_back(std::move(sweep));
    }
    if (have_calls && out.sweeps.empty())
        out.refused.push_back(
            "the bandwidth of collectives is not told: their sizes are not in the traces, or "
            "not all ranks of a group were read, so that waiting cannot be told from sending");
}

} // namespace

TraceSteps trace_steps(const std::vector<TraceRank>& all) {
    TraceSteps out;
    std::vector<const TraceRank*> ranks;
    for (const TraceRank& rank : all) {
        if (rank.world_size) out.gpus = std::max(out.gpus, static_cast<double>(*rank.world_size));
        if (std::ranges::any_of(rank.steps, [](const TraceStep& step) { return step.times.has_value(); }))
            ranks.push_back(&rank);
    }
    if (out.gpus == 0 && all.size() > 1) out.gpus = static_cast<double>(all.size());
    out.ranks = ranks.size();
    if (ranks.empty()) {
        if (!all.empty())
            out.refused.push_back("the trace marks no steps, so that it has no time of one: profile with a "
                                  "schedule and step()");
        return out;
    }
    const Works works = works_of(ranks);
    const auto steps = steps_of(ranks, works);
    if (steps.empty()) {
        out.refused.push_back(
            "the traces have no step in common, so that they have no time of one: profile the "
            "same steps on all ranks");
        return out;
    }
    const GroupComms shares = group_shares(ranks);
    for (const auto& step : steps) {
        MeasuredBreakdown& breakdown = out.breakdowns.emplace_back(breakdown_of(step));
        breakdown.comm_of_groups = shares;
        breakdown.comm_of_groups.scale(breakdown.comm);
    }
    set_spread(steps, ranks.size(), out);
    add_sweeps(ranks, out);
    return out;
}

} // namespace roofrack
