// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_headline.h"

#include "core/base/units/word_list.h"
#include "core/measured/runs/headline_words.h"
#include "core/measured/runs/log_headline.h"
#include "core/measured/runs/mean_step.h"
#include "core/measured/runs/run_summary.h"
#include "core/measured/runs/separate_runs.h"
#include "core/measured/trace/matched_collectives.h"
#include "core/measured/trace/trace_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace roofrack {

namespace {

std::string parts_text(const WindowParts& parts) {
    return headline_shares({{"compute", parts.compute_s},
                            {"wait for communication", parts.exposed_comm_s},
                            {"wait for copies", parts.exposed_mem_s},
                            {"idle", parts.idle_s}},
                           parts.window_s());
}

std::string ranks_text(size_t ranks) { return fmt::format("{} rank{}", ranks, ranks == 1 ? "" : "s"); }

/// "no file tells of rank 3 of 8: who came last to the 12 collectives with it is not known" of one job.
/// `of_several`: others are read beside it.
std::string untold_text(const UntoldCollectives& untold, bool of_several) {
    const auto collectives = [&](const char* with) {
        return untold.collectives == 1 ? fmt::format("the one collective {}", with)
                                       : fmt::format("the {} collectives {}", untold.collectives, with);
    };
    std::string out;
    if (untold.missing_count > 0) {
        constexpr size_t told_by_number = 4;
        std::string which = fmt::format("{} of {} ranks", untold.missing_count, untold.world_size);
        if (untold.missing_count <= told_by_number) {
            std::vector<std::string> names;
            for (const auto& rank : untold.missing) names.push_back(fmt::format("{}", rank));
            which = fmt::format("{} {} of {}", untold.missing_count == 1 ? "rank" : "ranks", word_list(names),
                                untold.world_size);
        }
        out = "no file tells of " + which;
        if (untold.collectives > 0)
            out += fmt::format(": who came last to {} is not known",
                               collectives(untold.missing_count == 1 ? "with it" : "with them"));
    } else if (untold.collectives > 0) {
        out = fmt::format("who came last to {} is not known",
                          collectives("that not all of their ranks recorded"));
        if (of_several && untold.world_size > 0)
            out += fmt::format(", of the job of {}", ranks_text(static_cast<size_t>(untold.world_size)));
    }
    if (untold.repeated > 0)
        out += fmt::format(
            "{}several files tell of {}{}: which of them ran together is not known, and nobody is "
            "blamed by them",
            out.empty() ? "" : "; ",
            untold.repeated == 1 ? std::string("one rank") : ranks_text(untold.repeated),
            untold.world_size > 0 ? fmt::format(" of {}", untold.world_size) : std::string());
    return out;
}

/// The same of all jobs whose ranks were read; empty where all is told.
std::string untold_text(const std::vector<TraceRank>& ranks) {
    const std::vector<UntoldCollectives> jobs = untold_collectives(ranks);
    std::set<std::optional<int>> sizes;
    for (const TraceRank& rank : ranks) sizes.insert(rank.world_size);
    std::string out;
    for (const UntoldCollectives& job : jobs)
        out += (out.empty() ? "" : "; ") + untold_text(job, sizes.size() > 1);
    return out;
}

std::string where_text(const MeanStep& mean) {
    return mean.has_steps ? fmt::format("in a step of {}{} the GPUs {}", headline_time(mean.parts.window_s()),
                                        headline_mean(mean.windows, mean.parts.window_s(), mean.median_s),
                                        parts_text(mean.parts))
                          : fmt::format("in {} the GPUs {} (no step is marked)",
                                        headline_time(mean.parts.window_s()), parts_text(mean.parts));
}

/// Ranks that are of different runs have no common mean; each run by itself, by its GPU and its first file.
/// Empty where all may be of one.
std::string told_apart(const std::vector<std::vector<const TraceRank*>>& runs) {
    constexpr size_t most = 4;
    std::string out = several_runs_text(runs);
    if (out.empty()) return out;
    for (size_t i = 0; i < std::min(most, runs.size()); ++i) {
        const TraceRank& first = *runs[i].front();
        const auto mean = mean_step(runs[i]);
        if (!mean) continue;
        out += fmt::format("; {}{}, {}: {}", first.gpu.empty() ? "" : first.gpu + ", ",
                           std::filesystem::path(first.file).filename().string(), ranks_text(mean->ranks),
                           where_text(*mean));
    }
    return runs.size() > most ? out + fmt::format("; and {} more", runs.size() - most) : out;
}

/// `runs`: as many as ranks where each is of one alone.
std::string late_text(const TraceResult& trace, size_t ranks, size_t runs) {
    if (ranks == runs) return "one rank alone does not tell who was late";
    const std::string untold = untold_text(trace.ranks), gain = late_gain_text(trace);
    std::string late = straggler_text(trace);
    if (!gain.empty()) late += "; " + gain;
    if (!untold.empty()) return late.empty() ? untold : untold + "; " + late;
    if (!late.empty()) return late;
    return trace.stragglers.empty() ? "no collective that the GPUs share tells who was late"
                                    : fmt::format("none of {} made the others wait", ranks_text(ranks));
}

} // namespace

std::string RunHeadline::told() const {
    std::string out = where;
    for (const std::string* each : {&communication, &more})
        if (!each->empty()) out += "; " + *each;
    return out;
}

RunHeadline run_headline(const TraceResult& trace) {
    RunHeadline out;
    if (const auto mean = mean_step(trace)) {
        const auto runs = separate_runs(trace);
        out.where = told_apart(runs);
        if (out.where.empty()) out.where = where_text(*mean);
        out.who = late_text(trace, mean->ranks, runs.size());
    } else if (const auto log = log_headline(trace)) {
        out = *log;
    } else {
        out.where = nothing_measured_text(trace);
        if (out.where.empty())
            out.where = "its files tell neither how long a step took nor what the GPUs did";
    }
    out.what = run_summary(trace);
    return out;
}

RunHeadline run_headline(const TraceResult& trace, const std::vector<StragglerStudy>& replays) {
    RunHeadline out = run_headline(trace);
    add_replays(out, replays, mean_step(trace).has_value());
    return out;
}

void add_replays(RunHeadline& headline, const std::vector<StragglerStudy>& replays, bool tells_devices) {
    if (replays.empty()) return;
    (tells_devices ? headline.who : headline.where) = summary_of(replays.front());
    if (!tells_devices) headline.who.clear();
}

void add_communication(RunHeadline& headline, const TraceResult& trace, const TraceAnalysis& analysis) {
    if (separate_runs(trace).size() <= 1) headline.communication = waiting_text(analysis.collectives);
}

} // namespace roofrack
