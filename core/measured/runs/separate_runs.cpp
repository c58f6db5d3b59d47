// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/separate_runs.h"

#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

std::vector<std::vector<const TraceRank*>> separate_runs(const TraceResult& trace) {
    std::vector<const TraceRank*> timed;
    for (const TraceRank& rank : trace.ranks)
        if (rank.times ||
            std::ranges::any_of(rank.steps, [](const TraceStep& step) { return step.times.has_value(); }))
            timed.push_back(&rank);
    std::vector<std::vector<const TraceRank*>> out;
    for (const std::vector<size_t>& places : ranks_by_run(timed)) {
        std::vector<const TraceRank*>& run = out.emplace_back();
        for (const size_t place : places) run.push_back(timed[place]);
    }
    return out;
}

std::string several_runs_text(const std::vector<std::vector<const TraceRank*>>& runs) {
    if (runs.size() < 2) return {};
    return fmt::format("the traces are of {} different runs ({}), which have no common mean", runs.size(),
                       why_different_runs);
}

std::string several_runs_text(const TraceResult& trace) { return several_runs_text(separate_runs(trace)); }

} // namespace roofrack
