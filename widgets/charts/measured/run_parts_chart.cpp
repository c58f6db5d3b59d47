// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_parts_chart.h"

#include "core/measured/trace/logs/measured_file.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/charts/measured/run_ranks_chart.h"
#include "widgets/charts/measured_step.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <QFileInfo>

#include <algorithm>

namespace roofrack {

namespace {

/// The first log whose program tells parts of its time.
const MeasuredFile* parted_log(const ChartData& data) {
    if (!data.run || !data.run->trace) return nullptr;
    const auto& files = data.run->trace->files;
    const auto found = std::ranges::find_if(
        files, [](const MeasuredFile& file) { return file.timers || !file.phases.empty(); });
    return found == files.end() ? nullptr : &*found;
}

QColor work_colour(LoggedWork work, const Theme& theme) {
    if (const auto colour = timed_colour(work, theme)) return *colour;
    switch (work) {
    case LoggedWork::training:
    case LoggedWork::forward_backward: return theme.part(StepPart::compute);
    case LoggedWork::setup: return theme.part(StepPart::launch);
    case LoggedWork::evaluation: return theme.part(StepPart::memory);
    case LoggedWork::checkpoint: return theme.part(StepPart::checkpoint);
    case LoggedWork::lost: return theme.warning;
    default: return theme.disabled;
    }
}

QString work_help(LoggedWork work) {
    switch (work) {
    case LoggedWork::setup: return RunPartsChart::tr("what it took to begin: not part of the run");
    case LoggedWork::training: return RunPartsChart::tr("steps, one after the other");
    case LoggedWork::evaluation: return RunPartsChart::tr("the model is judged; nothing is learnt");
    case LoggedWork::checkpoint: return RunPartsChart::tr("checkpoints are written while training waits");
    case LoggedWork::forward: return RunPartsChart::tr("forward computation, without reading the batch");
    case LoggedWork::backward: return RunPartsChart::tr("backward computation, with what it computes again");
    case LoggedWork::forward_backward:
        return RunPartsChart::tr("both, with what they wait for: finer timers are off");
    case LoggedWork::pipeline:
        return RunPartsChart::tr("activations and gradients sent to other pipeline stages, and waiting for "
                                 "theirs: the bubble, or a slower stage");
    case LoggedWork::gradients:
        return RunPartsChart::tr("gradients summed over ranks, and waiting for the last of these");
    case LoggedWork::parameters: return RunPartsChart::tr("parameters gathered from other ranks");
    case LoggedWork::optimizer: return RunPartsChart::tr("the weights are changed");
    case LoggedWork::input: return RunPartsChart::tr("waiting for the next batch");
    case LoggedWork::lost:
        return RunPartsChart::tr("the job ended within another step, whose work is lost: a checkpoint or a "
                                 "time limit that ends with a step keeps it");
    case LoggedWork::rest: break;
    }
    return RunPartsChart::tr("the log does not tell on what");
}

bool has_spread(const StepTimers& timers) {
    return timers.ranks == TimedRanks::extremes || timers.ranks == TimedRanks::all;
}

/// "forward-recv 1.5 s, 20 ms to 2 s by rank"
QString timer_line(const TimedPart& part, bool with_spread) {
    QString out = QStringLiteral("\n%1 %2").arg(qt(part.name), shown(Seconds(part.seconds)));
    if (with_spread)
        out += RunPartsChart::tr(", %1 to %2 by rank")
                   .arg(shown(Seconds(part.least_s)), shown(Seconds(part.most_s)));
    return out;
}

RowList step_list(const StepTimers& timers, const TimedShares& shares, const Theme& theme) {
    RowList list;
    list.heading = RunPartsChart::tr("Time of a step");
    list.unit = QStringLiteral("s");
    list.rest_fill = theme.disabled;
    const bool with_spread = has_spread(timers);
    list.columns = {RunPartsChart::tr("time"), RunPartsChart::tr("of the step")};
    if (with_spread) list.columns << RunPartsChart::tr("ranks differ by");
    for (const TimedShare& share : shares.parts) {
        ListRow row;
        row.name = to_qt(label_of(share.work));
        row.is_quiet = share.work == LoggedWork::rest;
        row.pieces.push_back({share.seconds, work_colour(share.work, theme), {}});
        row.cells = {shown(Seconds(share.seconds)), percent_text(share.seconds / shares.step_s)};
        row.readout = RunPartsChart::tr("%1\n%2, %3 of a step\n%4")
                          .arg(row.name, row.cells[0], row.cells[1], work_help(share.work));
        for (const TimedPart& part : timers.parts)
            if (part.work == share.work) row.readout += timer_line(part, with_spread);
        if (with_spread) {
            const TimedPart* const widest = widest_part(timers, share.work);
            row.cells << (widest ? shown(Seconds(widest->spread_s())) : QStringLiteral("–"));
        }
        list.rows.push_back(std::move(row));
    }
    return list;
}

QStringList rest_of_step(const TimedShares& shares, size_t from) {
    double seconds = 0;
    for (size_t i = from; i < shares.parts.size(); ++i) seconds += shares.parts[i].seconds;
    return {shown(Seconds(seconds)), percent_text(seconds / shares.step_s)};
}

RowList rank_list(const StepTimers& timers, const Theme& theme) {
    RowList list;
    list.heading = RunPartsChart::tr("Ranks: computing, and communicating or waiting");
    list.unit = QStringLiteral("s");
    list.rest_fill = theme.disabled;
    list.columns = {RunPartsChart::tr("computes"), RunPartsChart::tr("waits"),
                    RunPartsChart::tr("slowest in")};
    std::vector<TimedRank> ranks = timers.by_rank;
    std::ranges::stable_sort(ranks, std::ranges::greater{}, &TimedRank::compute_s);
    for (const TimedRank& rank : ranks) {
        ListRow row;
        row.name = RunPartsChart::tr("rank %1").arg(rank.rank);
        row.pieces = {{rank.compute_s, theme.part(StepPart::compute), {}},
                      {rank.wait_s, theme.part(StepPart::data_comm), {}}};
        row.cells = {shown(Seconds(rank.compute_s)), shown(Seconds(rank.wait_s)),
                     RunPartsChart::tr("%1 of %2").arg(rank.slowest_in).arg(timers.steps)};
        row.readout = RunPartsChart::tr("%1\nof a step it computes %2, and communicates or waits %3\nin %4 "
                                        "steps no rank computed longer")
                          .arg(row.name, row.cells[0], row.cells[1], row.cells[2]);
        list.rows.push_back(std::move(row));
    }
    return list;
}

RowList phase_list(const std::vector<RunPhase>& phases, const Theme& theme) {
    RowList list;
    list.heading = RunPartsChart::tr("Time of the run");
    list.unit = QStringLiteral("s");
    list.rest_fill = theme.disabled;
    list.columns = {RunPartsChart::tr("time"), RunPartsChart::tr("of the run"), RunPartsChart::tr("count")};
    for (const RunPhase& phase : phases) {
        ListRow row;
        row.name = to_qt(label_of(phase.work));
        row.is_quiet = phase.work == LoggedWork::rest;
        row.pieces.push_back({phase.seconds, work_colour(phase.work, theme), {}});
        row.cells = {qt(phase_time_text(phase.seconds, phases)),
                     phase.share ? percent_text(*phase.share) : QStringLiteral("–"),
                     phase.times > 0 ? count_text(phase.times) : QString()};
        row.readout = QStringLiteral("%1\n%2\n%3").arg(row.name, row.cells[0], work_help(phase.work));
        if (const auto of_job = share_of_job(phase, phases))
            row.readout += RunPartsChart::tr("\n%1 of the job: the run and what it took to begin")
                               .arg(percent_text(*of_job));
        list.rows.push_back(std::move(row));
    }
    return list;
}

QStringList rest_of_run(const std::vector<RunPhase>& phases, size_t from) {
    double seconds = 0, share = 0;
    for (size_t i = from; i < phases.size(); ++i) {
        seconds += phases[i].seconds;
        share += phases[i].share.value_or(0);
    }
    return {qt(phase_time_text(seconds, phases)), percent_text(share)};
}

/// A list, and the figures of what has no room in it; none where bars cannot be added up.
struct PartList {
    RowList list;
    RestCells rest;
};

} // namespace

RunPartsChart::RunPartsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunPartsChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunPartsChart::tr("Where the time went, as the log tells");
    const MeasuredFile* log = parted_log(data());
    if (!log) {
        spec.empty =
            RunPartsChart::tr("Drop a log that tells what parts of a run took (%1) on the window: where the "
                              "time went appears here. For a profile (%2), see %3.")
                .arg(readable_programs({FormatTells::timed_log}), readable_programs({FormatTells::profile}),
                     Chart::tr(RunRanksChart::title_text));
        return spec;
    }
    spec.source = QFileInfo(as_written(log->file)).fileName();
    std::vector<PartList> lists;
    const auto shares = log->timers ? timed_shares(*log->timers) : std::nullopt;
    if (shares) {
        spec.subtitle = joined({counted(qsizetype(log->timers->steps), RunPartsChart::tr("one step"),
                                        RunPartsChart::tr("mean of %1 steps")),
                                RunPartsChart::tr("timers %1").arg(to_qt(label_of(log->timers->ranks)))});
        lists.push_back({step_list(*log->timers, *shares, theme),
                         [&shares](size_t from) { return rest_of_step(*shares, from); }});
        if (log->timers->by_rank.size() > 1) lists.push_back({rank_list(*log->timers, theme), {}});
    }
    if (!log->outcome.empty()) spec.subtitle = joined({spec.subtitle, qt(log->outcome)});
    if (!log->phases.empty() && lists.size() < 2)
        lists.push_back(
            {phase_list(log->phases, theme), [log](size_t from) { return rest_of_run(log->phases, from); }});
    spec.stacked = true;
    // Each list gets room by its rows; heading and axis take that of four.
    constexpr size_t frame_rows = 4;
    size_t all = 0;
    for (const PartList& each : lists) all += each.list.rows.size() + frame_rows;
    for (PartList& each : lists) {
        const size_t rows = each.list.rows.size() + frame_rows;
        const QSize room = stacked_size(theme, size, rows, all);
        if (each.rest)
            fold_rest(each.list, rows_that_fit(theme, room), each.rest);
        else
            cut_rest(each.list, rows_that_fit(theme, room));
        PanelSpec panel = row_list_panel(std::move(each.list), theme, room);
        panel.stretch = static_cast<int>(rows);
        spec.panels.push_back(std::move(panel));
    }
    return spec;
}

ChartTable RunPartsChart::table() const {
    ChartTable out;
    out.columns = {{"of", ""},    {"part", ""},  {"timer", ""},  {"within", ""},
                   {"time", "s"}, {"share", ""}, {"least", "s"}, {"most", "s"}};
    const MeasuredFile* log = parted_log(data());
    if (!log) return out;
    const auto text = [](std::string_view words) { return std::string(words); };
    if (log->timers) {
        for (const TimedPart& part : log->timers->parts)
            out.rows.push_back({std::string("step"), text(label_of(part.work)), part.name, part.within,
                                part.seconds, part.share, part.least_s, part.most_s});
        for (const TimedRank& rank : log->timers->by_rank)
            out.rows.push_back({std::string("rank"),
                                "rank " + std::to_string(rank.rank),
                                {},
                                {},
                                rank.compute_s,
                                {},
                                {},
                                {}});
    }
    for (const RunPhase& phase : log->phases)
        out.rows.push_back({std::string("run"),
                            text(label_of(phase.work)),
                            {},
                            {},
                            phase.seconds,
                            phase.share ? ChartTable::Cell(*phase.share) : ChartTable::Cell(),
                            {},
                            {}});
    return out;
}

} // namespace roofrack
