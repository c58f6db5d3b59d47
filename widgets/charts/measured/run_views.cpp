// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_views.h"

#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/run_against_chart.h"
#include "widgets/charts/measured/run_causes_chart.h"
#include "widgets/charts/measured/run_collectives_chart.h"
#include "widgets/charts/measured/run_idle_chart.h"
#include "widgets/charts/measured/run_kernels_chart.h"
#include "widgets/charts/measured/run_parts_chart.h"
#include "widgets/charts/measured/run_path_chart.h"
#include "widgets/charts/measured/run_ranks_chart.h"
#include "widgets/charts/measured/run_steps_chart.h"

#include <algorithm>

namespace roofrack {

namespace {

bool has_ranks(const OpenRun& run) { return !run.ranks.empty(); }

bool has_steps(const OpenRun& run) {
    return std::ranges::any_of(run.trace->files,
                               [](const MeasuredFile& file) { return file.median_step_s.has_value(); });
}

bool has_parts(const OpenRun& run) {
    return std::ranges::any_of(run.trace->files, [](const MeasuredFile& file) {
        return (file.timers && timed_shares(*file.timers)) || !file.phases.empty();
    });
}

bool has_causes(const OpenRun& run) { return run.verdict && !run.verdict->causes.empty(); }
bool has_kernels(const OpenRun& run) { return run.analysis && !run.analysis->kernels.empty(); }
bool has_collectives(const OpenRun& run) { return run.analysis && !run.analysis->collectives.empty(); }
bool has_idle(const OpenRun& run) {
    return run.analysis && std::ranges::any_of(run.analysis->ranks,
                                               [](const RankAnalysis& rank) { return rank.all.idle_ns > 0; });
}
bool is_compared(const OpenRun& run) { return run.comparison != nullptr; }
bool has_path(const OpenRun& run) { return !run.replays.empty(); }

struct RunView {
    const char* id;
    bool (*has)(const OpenRun& run);
};
constexpr RunView run_views[] = {
    {RunRanksChart::id_text, has_ranks},     {RunCausesChart::id_text, has_causes},
    {RunIdleChart::id_text, has_idle},       {RunCollectivesChart::id_text, has_collectives},
    {RunKernelsChart::id_text, has_kernels}, {RunPathChart::id_text, has_path},
    {RunPartsChart::id_text, has_parts},     {RunStepsChart::id_text, has_steps},
    {RunAgainstChart::id_text, is_compared},
};

} // namespace

QSet<QString> views_without(const OpenRun* run) {
    QSet<QString> out;
    for (const RunView& view : run_views)
        if (!run || !view.has(*run)) out.insert(QLatin1String(view.id));
    // One stays, and says why it is empty.
    if (out.size() == static_cast<qsizetype>(std::size(run_views)))
        out.remove(QLatin1String(RunRanksChart::id_text));
    return out;
}

QString first_view_of(const OpenRun& run) {
    for (const RunView& view : run_views)
        if (view.has(run)) return QLatin1String(view.id);
    return QLatin1String(RunRanksChart::id_text);
}

} // namespace roofrack
