// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/compare/run_comparison.h"
#include "core/measured/analysis/replay/straggler_study.h"
#include "core/measured/analysis/trace_analysis.h"
#include "core/measured/analysis/verdict/verdict.h"
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
    std::string name; ///< as the project lists it; empty: it does not
    std::shared_ptr<const TraceResult> trace;
    RunHeadline headline;
    std::vector<RankRow> ranks, steps; ///< rank_rows(): a row each rank, and each step of each rank
    /// What replays of its timelines tell; found a moment later.
    std::vector<StragglerStudy> replays;
    std::optional<TraceAnalysis> analysis; ///< what its events tell
    std::optional<TraceVerdict> verdict;
    std::string against;                             ///< how the run is called that it is held against
    std::shared_ptr<const RunComparison> comparison; ///< with that one, which is the first; null: with none
    std::optional<Diagnostic> no_fabric; ///< why its collectives are not held against the drawn fabric
};

/// What replays of its timelines tell: the headline says whom the steps waited for.
void add_replays(OpenRun& run, std::vector<StragglerStudy> replays);
/// What its events tell: the headline is the verdict on them. Nothing where no rank has lanes.
void add_analysis(OpenRun& run, TraceAnalysis analysis);
/// What follows from the reading alone.
OpenRun open_run(std::string name, std::shared_ptr<const TraceResult> trace);

} // namespace roofrack
