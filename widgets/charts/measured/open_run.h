// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/compare/run_comparison.h"
#include "core/measured/analysis/replay/straggler_study.h"
#include "core/measured/analysis/trace_analysis.h"
#include "core/measured/analysis/verdict/verdict.h"
#include "core/measured/draft/job_match.h"
#include "core/measured/runs/rank_rows.h"
#include "core/measured/runs/run_headline.h"
#include "core/measured/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// The measured run that the window shows, with all that was found out about it.
struct OpenRun {
    std::string name; ///< The name under which the project lists the run; empty if it does not list it.
    std::shared_ptr<const TraceResult> trace;
    RunHeadline headline;
    ToldJob job; ///< What the files tell of the job; its model is known a moment later.
    /// Rows of rank_rows(): one per rank, and one per step of each rank.
    std::vector<RankRow> ranks, steps;
    /// The result of replaying the run's timelines; computed a moment later.
    std::vector<StragglerStudy> replays;
    std::optional<TraceAnalysis> analysis; ///< The analysis of the run's events.
    std::optional<TraceVerdict> verdict;
    /// The name of the run that this one is compared with.
    std::string against;
    /// The comparison, whose first run is `against`; null if there is none.
    std::shared_ptr<const RunComparison> comparison;
    /// The reason why the run's collectives are not compared with the drawn fabric.
    std::optional<Diagnostic> no_fabric;
};

/// What replays of its timelines tell: the headline says whom the steps waited for.
void add_replays(OpenRun& run, std::vector<StragglerStudy> replays);
/// What its events tell: the headline is the verdict on them. Nothing where no rank has lanes.
void add_analysis(OpenRun& run, TraceAnalysis analysis);
/// What follows from the reading alone.
OpenRun open_run(std::string name, std::shared_ptr<const TraceResult> trace);

} // namespace roofrack
