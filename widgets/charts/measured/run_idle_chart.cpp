// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_idle_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr std::array<StepPart, idle_cause_count> idle_colours = {
    StepPart::optimizer, StepPart::context_comm, StepPart::input,          StepPart::checkpoint,
    StepPart::launch,    StepPart::straggler,    StepPart::pipeline_bubble};

/// Idle time of one cause over all ranks and their steps, or whole windows without any.
struct IdleSum {
    IdleCause cause = IdleCause::unknown;
    double seconds = 0;
    std::vector<std::pair<double, QString>> longest; ///< pieces, and where
};

double idle_seconds(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

QString rank_name(const RankAnalysis& rank) {
    if (rank.rank) return RunIdleChart::tr("rank %1").arg(*rank.rank);
    return rank.device ? RunIdleChart::tr("device %1").arg(*rank.device) : qt(rank.file);
}

std::vector<IdleSum> idle_sums(const TraceAnalysis& analysis) {
    std::vector<IdleSum> out(idle_cause_count);
    for (size_t i = 0; i < idle_cause_count; ++i) out[i].cause = static_cast<IdleCause>(i);
    for (const RankAnalysis& rank : analysis.ranks) {
        const auto add = [&](const WindowAnalysis& window) {
            for (size_t i = 0; i < idle_cause_count; ++i)
                out[i].seconds += idle_seconds(window.idle_by_cause_ns[i]);
        };
        if (rank.steps.empty()) add(rank.all);
        for (const WindowAnalysis& step : rank.steps) add(step);
        for (const IdlePiece& piece : rank.longest_idle)
            out[static_cast<size_t>(piece.cause)].longest.emplace_back(
                idle_seconds(piece.time.end - piece.time.start), rank_name(rank));
    }
    std::erase_if(out, [](const IdleSum& sum) { return !(sum.seconds > 0); });
    std::ranges::stable_sort(out, std::ranges::greater{}, &IdleSum::seconds);
    for (IdleSum& sum : out)
        std::ranges::stable_sort(sum.longest, [](const auto& a, const auto& b) { return a.first > b.first; });
    return out;
}

std::vector<IdleSum> sums_of(const ChartData& data) {
    return data.run && data.run->analysis ? idle_sums(*data.run->analysis) : std::vector<IdleSum>();
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
    const std::vector<IdleSum> sums = sums_of(data());
    if (sums.empty()) {
        spec.empty =
            RunIdleChart::tr("Open a profile of a run (PyTorch, Nsight Systems or XLA): why its devices "
                             "did nothing, by cause, appears here.");
        return spec;
    }
    spec.source = qt(data().run->headline.what);
    double all = 0, windows = 0;
    for (const IdleSum& sum : sums) all += sum.seconds;
    for (const RankAnalysis& rank : data().run->analysis->ranks) {
        if (rank.steps.empty()) windows += idle_seconds(rank.all.window_ns);
        for (const WindowAnalysis& step : rank.steps) windows += idle_seconds(step.window_ns);
    }
    spec.subtitle =
        RunIdleChart::tr("%1 of all time of all ranks is idle, %2 together; each ns has one cause")
            .arg(percent_text(windows > 0 ? all / windows : 0), shown(Seconds(all)));
    RowList list;
    list.heading = RunIdleChart::tr("Share of the idle time");
    list.unit = QStringLiteral("%");
    list.rest_fill = theme.disabled;
    list.columns = {RunIdleChart::tr("idle"), RunIdleChart::tr("of all time"), RunIdleChart::tr("longest")};
    for (const IdleSum& sum : sums) {
        ListRow row;
        row.name = qt(label_of(sum.cause));
        row.pieces.push_back(
            {sum.seconds / all, theme.part(idle_colours[static_cast<size_t>(sum.cause)]), {}});
        row.cells = {shown(Seconds(sum.seconds)), percent_text(windows > 0 ? sum.seconds / windows : 0),
                     sum.longest.empty() ? QStringLiteral("–") : shown(Seconds(sum.longest.front().first))};
        row.readout = RunIdleChart::tr("%1\n%2, %3 of the idle time\n%4")
                          .arg(row.name, shown(Seconds(sum.seconds)), percent_text(sum.seconds / all),
                               cause_help(sum.cause));
        for (size_t i = 0; i < std::min<size_t>(3, sum.longest.size()); ++i)
            row.readout += RunIdleChart::tr("\nlongest: %1 on %2")
                               .arg(shown(Seconds(sum.longest[i].first)), sum.longest[i].second);
        list.rows.push_back(std::move(row));
    }
    fold_rest(list, rows_that_fit(theme, size));
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    return spec;
}

ChartTable RunIdleChart::table() const {
    ChartTable out;
    out.columns = {{"rank", ""}, {"file", ""}, {"step", ""}, {"idle", "s"}};
    for (size_t i = 0; i < idle_cause_count; ++i)
        out.columns.push_back({std::string(name_of(static_cast<IdleCause>(i))), "s"});
    if (sums_of(data()).empty()) return out;
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
