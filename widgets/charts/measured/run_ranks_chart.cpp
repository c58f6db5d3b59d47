// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_ranks_chart.h"

#include "core/measured/runs/rank_rows.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <array>
#include <span>

namespace roofrack {

namespace {

struct RankPart {
    double WindowParts::*seconds;
    StepPart colour;
    const char* name;
    const char* help;
};
constexpr std::array<RankPart, 4> rank_parts{{
    {&WindowParts::compute_s, StepPart::compute, QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "compute"),
     QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "kernels that are no communication")},
    {&WindowParts::exposed_comm_s, StepPart::data_comm,
     QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "exposed communication"),
     QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "communication that no computation hides")},
    {&WindowParts::exposed_mem_s, StepPart::memory,
     QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "exposed copies"),
     QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "copies that nothing hides")},
    {&WindowParts::idle_s, StepPart::pipeline_bubble, QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "idle"),
     QT_TRANSLATE_NOOP("roofrack::RunRanksChart", "no activity on the device")},
}};

QString shown_name(const RankRow& row, bool each_step) {
    if (each_step && row.steps > 0) return RunRanksChart::tr("%1 · %2").arg(qt(row.label), qt(row.step));
    return qt(row.label);
}

QString wait_text(const RankRow& row) {
    return row.wait_caused_s > 0 ? shown(Seconds(row.wait_caused_s)) : QStringLiteral("–");
}

QString explained(const RankRow& row) {
    const double whole = row.parts.window_s();
    QString out = row.steps > 1 ? RunRanksChart::tr("%1, mean of %2 steps").arg(qt(row.label)).arg(row.steps)
                  : row.steps == 1 ? RunRanksChart::tr("%1, %2").arg(qt(row.label), qt(row.step))
                                   : qt(row.label);
    out += RunRanksChart::tr("\nwindow %1").arg(shown(Seconds(whole)));
    for (const RankPart& part : rank_parts)
        out += RunRanksChart::tr("\n%1 %2 · %3: %4")
                   .arg(shown(Seconds(row.parts.*part.seconds)), RunRanksChart::tr(part.name),
                        percent_text(row.parts.*part.seconds / whole), RunRanksChart::tr(part.help));
    if (row.last_in > 0)
        out += (row.ranks > 1
                    ? RunRanksChart::tr("\nthey came last to %1: together the others waited %2 for each")
                    : RunRanksChart::tr("\nit came last to %1: together the others waited %2 for it"))
                   .arg(counted(qsizetype(row.last_in), RunRanksChart::tr("1 collective"),
                                RunRanksChart::tr("%1 collectives")),
                        wait_text(row));
    if (row.alone_s > 0)
        out += (row.ranks > 1 ? RunRanksChart::tr("\nwere each alone on time, %1 would be gained at most")
                              : RunRanksChart::tr("\nwere it alone on time, %1 would be gained at most"))
                   .arg(shown(Seconds(row.alone_s)));
    return out;
}

ListRow list_row(const RankRow& row, bool each_step, const Theme& theme) {
    ListRow out;
    out.name = shown_name(row, each_step);
    out.readout = explained(row);
    const double whole = row.parts.window_s();
    for (const RankPart& part : rank_parts) {
        const double seconds = row.parts.*part.seconds;
        out.pieces.push_back(
            {seconds, theme.part(part.colour),
             RunRanksChart::tr("%1: %2\n%3 · %4 of %5\n%6")
                 .arg(shown_name(row, each_step), RunRanksChart::tr(part.name), shown(Seconds(seconds)),
                      percent_text(seconds / whole), shown(Seconds(whole)), RunRanksChart::tr(part.help))});
    }
    out.cells = {shown(Seconds(whole)), percent_text(row.parts.compute_s / whole), wait_text(row)};
    return out;
}

/// What does not fit, as one row of their means.
ListRow rest_row(std::span<const RankRow> rest, bool devices, const Theme& theme) {
    RankRow all = mean_of(rest);
    const QString rows =
        counted(qsizetype(rest.size()), RunRanksChart::tr("1 more row"), RunRanksChart::tr("%1 more rows"));
    all.label = RunRanksChart::tr("%1, %2 (mean)")
                    .arg(rows, devices ? counted(qsizetype(all.ranks), RunRanksChart::tr("1 device"),
                                                 RunRanksChart::tr("%1 devices"))
                                       : counted(qsizetype(all.ranks), RunRanksChart::tr("1 rank"),
                                                 RunRanksChart::tr("%1 ranks")))
                    .toStdString();
    ListRow out = list_row(all, false, theme);
    out.is_quiet = true;
    return out;
}

} // namespace

RunRanksChart::RunRanksChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunRanksChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunRanksChart::tr("Where the time of each rank went");
    const OpenRun* run = data().run.get();
    if (!run || !run->trace) {
        spec.empty =
            RunRanksChart::tr("Drop a trace, a log or a folder of them on the window, or choose a run of "
                              "the project above: where the time of its ranks went appears here.");
        return spec;
    }
    spec.source = qt(run->headline.what);
    const auto most = static_cast<size_t>(rows_that_fit(theme, size));
    // One step a rank needs no name.
    const bool each_step = run->steps.size() <= most && run->steps.size() > run->ranks.size();
    const std::vector<RankRow>& rows = each_step ? run->steps : run->ranks;
    if (rows.empty()) {
        spec.empty =
            RunRanksChart::tr("This run tells nothing of its devices. A profile does (%1; PyTorch's with "
                              "activities=[CPU, CUDA]).")
                .arg(readable_programs({FormatTells::profile}));
        return spec;
    }
    const bool devices = !run->trace->ranks.front().rank;
    if (devices) spec.title = RunRanksChart::tr("Where the time of each device went");
    size_t ranks = 0;
    for (const RankRow& row : run->ranks) ranks += row.ranks;
    const bool has_steps = run->ranks.front().steps > 0;
    const bool is_late_known = !run->trace->stragglers.empty();
    spec.subtitle = joined(
        {ranks == 1 ? devices ? RunRanksChart::tr("1 device") : RunRanksChart::tr("1 rank")
                    : (devices ? RunRanksChart::tr("%1 devices") : RunRanksChart::tr("%1 ranks")).arg(ranks),
         is_late_known ? RunRanksChart::tr("whom the others waited for longest stands first") : QString(),
         each_step || !has_steps                 ? QString()
         : run->steps.size() > run->ranks.size() ? RunRanksChart::tr("means of their steps")
                                                 : RunRanksChart::tr("one step each"),
         ranks == 1 ? QString()
         : devices  ? RunRanksChart::tr("devices alike within 1 % are one row")
                    : RunRanksChart::tr("ranks alike within 1 % are one row")});
    RowList list;
    list.heading = each_step   ? RunRanksChart::tr("Time of each step")
                   : has_steps ? RunRanksChart::tr("Time of a step")
                               : RunRanksChart::tr("Time recorded");
    list.unit = QStringLiteral("s");
    list.columns = {RunRanksChart::tr("window"), RunRanksChart::tr("compute"),
                    RunRanksChart::tr("wait caused")};
    const size_t own = rows.size() > most ? most - 1 : rows.size();
    for (size_t i = 0; i < own; ++i) list.rows.push_back(list_row(rows[i], each_step, theme));
    if (own < rows.size())
        list.rows.push_back(rest_row(std::span<const RankRow>(rows).subspan(own), devices, theme));
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    for (const RankPart& part : rank_parts) {
        if (std::ranges::none_of(rows, [&part](const RankRow& row) { return row.parts.*part.seconds > 0; }))
            continue;
        LegendEntry entry;
        entry.text = RunRanksChart::tr(part.name);
        entry.colour = theme.part(part.colour);
        spec.legend.push_back(std::move(entry));
    }
    return spec;
}

ChartTable RunRanksChart::table() const {
    ChartTable out;
    out.columns = {{"ranks", ""},           {"count", ""},    {"step", ""},
                   {"window", "s"},         {"compute", "s"}, {"exposed communication", "s"},
                   {"exposed copies", "s"}, {"idle", "s"},    {"wait caused", "s"},
                   {"last in", ""}};
    const OpenRun* run = data().run.get();
    if (!run || !run->trace) return out;
    for (const RankRow& row : run->steps)
        out.rows.push_back({row.label, static_cast<double>(row.ranks), row.step, row.parts.window_s(),
                            row.parts.compute_s, row.parts.exposed_comm_s, row.parts.exposed_mem_s,
                            row.parts.idle_s, row.wait_caused_s, static_cast<double>(row.last_in)});
    return out;
}

} // namespace roofrack
