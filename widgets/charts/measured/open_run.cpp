// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/open_run.h"

#include <utility>

namespace roofrack {

OpenRun open_run(std::string name, std::shared_ptr<const TraceResult> trace) {
    OpenRun out;
    out.name = std::move(name);
    out.headline = run_headline(*trace);
    out.job = told_job(*trace);
    out.ranks = rank_rows(*trace, false);
    out.steps = rank_rows(*trace, true);
    out.trace = std::move(trace);
    return out;
}

void add_analysis(OpenRun& run, TraceAnalysis analysis) {
    if (analysis.ranks.empty()) return;
    run.verdict = verdict_on(*run.trace, analysis);
    run.headline.why = run.verdict->sentence;
    add_communication(run.headline, *run.trace, analysis);
    run.analysis = std::move(analysis);
}

void add_replays(OpenRun& run, std::vector<StragglerStudy> replays) {
    add_replays(run.headline, replays, !run.ranks.empty());
    run.replays = std::move(replays);
}

} // namespace roofrack
