// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_idle_chart.h"

#include "core/measured/analysis/idle_summary.h"
#include "core/measured/runs/run_summary.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr std::array<StepPart, idle_cause_count> idle_colours = {
    StepPart::optimizer, StepPart::context_comm, StepPart::input,          StepPart::checkpoint,
    StepPart::launch,    StepPart::straggler,    StepPart::pipeline_bubble};

double idle_seconds(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

QString rank_name(const RankAnalysis& rank) {
    if (rank.rank) return RunIdleChart::tr("rank %1").arg(*rank.rank);
    return rank.device ? RunIdleChart::tr("device %1").arg(*rank.device) : qt(rank.file);
}

IdleSummary idle_of(const ChartData& data) {
    return data.run && data.run->analysis ? idle_summary(*data.run->analysis) : IdleSummary();
}

QString cause_help(IdleCause cause) {
    switch (cause) {
    case IdleCause::host:
        return RunIdleChart::tr("nothing was queued: the host launched what came next too late");
    case IdleCause::synchronise:
        return RunIdleChart::tr("the host had waited for the device, and launched only then");
    case IdleCause::input: return RunIdleChart::tr("the host waited for its next batch");
    case IdleCause::allocation: return RunIdleChart::tr("the host took or gave back memory of the device");
    case IdleCause::between_kernels:
        return RunIdleChart::tr("the next kernel was queued: what the device takes from one to the next");
    case IdleCause::dependency:
        return RunIdleChart::tr("what came next was queued, and waited for work of another device or stream");
    case IdleCause::unknown: break;
    }
    return RunIdleChart::tr("no record tells when the next kernel was launched");
}

} // namespace

RunIdleChart::RunIdleChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunIdleChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunIdleChart::tr("Why the devices did nothing");
    const IdleSummary idle = idle_of(data());
    if (idle.causes.empty()) {
        spec.empty = RunIdleChart::tr(
                         "Drop a profile of a run (%1) on the window: why its devices did nothing, by cause, "
                         "appears here.")
                         .arg(readable_programs({FormatTells::profile}));
        return spec;
    }
    spec.source = qt(data().run->headline.what);
    spec.subtitle = RunIdleChart::tr("%1 of all time of %2 is idle, %3 together; each ns has one cause")
                        .arg(percent_text(idle.share()), qt(all_ranks_text(*data().run->trace)),
                             shown(Seconds(idle_seconds(idle.idle_ns))));
    RowList list;
    list.heading = RunIdleChart::tr("Share of the idle time of %1, on the critical path or not")
                       .arg(qt(all_ranks_text(*data().run->trace)));
    list.unit = QStringLiteral("%");
    list.rest_fill = theme.disabled;
    list.columns = {RunIdleChart::tr("idle"), RunIdleChart::tr("of all time"), RunIdleChart::tr("longest")};
    const auto& ranks = data().run->analysis->ranks;
    for (const IdleCauseSum& sum : idle.causes) {
        const QString time = shown(Seconds(idle_seconds(sum.ns)));
        ListRow row;
        row.name = qt(label_of(sum));
        row.pieces.push_back({sum.share, theme.part(idle_colours[static_cast<size_t>(sum.cause)]), {}});
        row.cells = {time, percent_text(sum.of_all_time),
                     sum.longest.empty() ? QStringLiteral("–")
                                         : shown(Seconds(idle_seconds(sum.longest.front().ns)))};
        row.readout = RunIdleChart::tr("%1\n%2, %3 of the idle time\n%4")
                          .arg(row.name, time, percent_text(sum.share), cause_help(sum.cause));
        for (size_t i = 0; i < std::min<size_t>(3, sum.longest.size()); ++i)
            row.readout += RunIdleChart::tr("\nlongest: %1 on %2")
                               .arg(shown(Seconds(idle_seconds(sum.longest[i].ns))),
                                    rank_name(ranks[sum.longest[i].rank]));
        list.rows.push_back(std::move(row));
    }
    fold_rest(list, rows_that_fit(theme, size), [&idle](size_t from) -> QStringList {
        int64_t ns = 0;
        double of_all_time = 0;
        for (size_t i = from; i < idle.causes.size(); ++i) {
            ns += idle.causes[i].ns;
            of_all_time += idle.causes[i].of_all_time;
        }
        return {shown(Seconds(idle_seconds(ns))), percent_text(of_all_time)};
    });
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    return spec;
}

ChartTable RunIdleChart::table() const {
    ChartTable out;
    out.columns = {{"rank", ""}, {"file", ""}, {"step", ""}, {"idle", "s"}};
    for (size_t i = 0; i < idle_cause_count; ++i)
        out.columns.push_back({std::string(name_of(static_cast<IdleCause>(i))), "s"});
    if (idle_of(data()).causes.empty()) return out;
    for (const RankAnalysis& rank : data().run->analysis->ranks) {
        const auto add = [&](const WindowAnalysis& window) {
            std::vector<ChartTable::Cell> row{rank.rank ? ChartTable::Cell(static_cast<double>(*rank.rank))
                                                        : ChartTable::Cell(),
                                              rank.file, window.name, idle_seconds(window.idle_ns)};
            for (const int64_t ns : window.idle_by_cause_ns) row.push_back(idle_seconds(ns));
            out.rows.push_back(std::move(row));
        };
        add(rank.all);
        for (const WindowAnalysis& step : rank.steps) add(step);
    }
    return out;
}

} // namespace roofrack
