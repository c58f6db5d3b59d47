// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_kernels_chart.h"

#include "core/measured/runs/run_summary.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

const TraceAnalysis* kernels_of(const ChartData& data) {
    return data.run && data.run->analysis && !data.run->analysis->kernels.empty() ? &*data.run->analysis
                                                                                  : nullptr;
}

StepPart kernel_part(LaneCategory category) {
    switch (category) {
    case LaneCategory::communication: return StepPart::data_comm;
    case LaneCategory::compute: return StepPart::compute;
    default: return StepPart::memory;
    }
}

QString kernel_time(int64_t ns) { return shown(Seconds(static_cast<double>(ns) * 1e-9)); }

QString kernel_readout(const KernelClass& kernel) {
    constexpr qsizetype longest_name = 1200; // letters, which the longest names of templates have not
    QString out =
        RunKernelsChart::tr("%1\n%2 in %3, %4 each in the mean\n%5 of the durations of all kernels and "
                            "copies")
            .arg(cut_name(qt(kernel.name), longest_name), kernel_time(kernel.total_ns),
                 counted(qsizetype(kernel.count), RunKernelsChart::tr("1 call"),
                         RunKernelsChart::tr("%1 calls")),
                 kernel_time(kernel.mean_ns), percent_text(kernel.share));
    if (!kernel.shapes.empty())
        out += RunKernelsChart::tr("\nmost of it launched with %1").arg(cut_name(qt(kernel.shapes), 120));
    if (kernel.slowest_rank && kernel.slowest_factor)
        out += RunKernelsChart::tr("\nslowest on rank %1: %2 times the median rank")
                   .arg(*kernel.slowest_rank)
                   .arg(*kernel.slowest_factor, 0, 'f', 2);
    return out;
}

} // namespace

RunKernelsChart::RunKernelsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunKernelsChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunKernelsChart::tr("Kernels and copies by their time");
    const TraceAnalysis* analysis = kernels_of(data());
    if (!analysis) {
        spec.empty = RunKernelsChart::tr(
                         "Drop a profile of a run (%1) on the window: what each of its kernels and copies "
                         "took appears here.")
                         .arg(readable_programs({FormatTells::profile}));
        return spec;
    }
    spec.source = qt(data().run->headline.what);
    const bool has_factors = std::ranges::any_of(
        analysis->kernels, [](const KernelClass& kernel) { return kernel.slowest_factor.has_value(); });
    spec.subtitle = joined(
        {RunKernelsChart::tr("%1, over %2")
             .arg(counted(qsizetype(analysis->kernels.size()), RunKernelsChart::tr("1 name"),
                          RunKernelsChart::tr("%1 names")),
                  qt(all_ranks_text(*data().run->trace))),
         has_factors ? RunKernelsChart::tr("a factor: the slowest rank against the median one") : QString()});
    RowList list;
    list.heading = RunKernelsChart::tr("Share of the durations of all kernels and copies");
    list.unit = QStringLiteral("%");
    list.columns = {RunKernelsChart::tr("time"), RunKernelsChart::tr("calls"), RunKernelsChart::tr("each"),
                    RunKernelsChart::tr("slowest rank")};
    list.rest_fill = theme.disabled;
    for (const KernelClass& kernel : analysis->kernels) {
        ListRow row;
        row.name = qt(kernel.name);
        row.readout = kernel_readout(kernel);
        row.pieces.push_back({kernel.share, theme.part(kernel_part(kernel.category)), {}});
        row.cells = {kernel_time(kernel.total_ns), count_text(static_cast<double>(kernel.count)),
                     kernel_time(kernel.mean_ns),
                     kernel.slowest_rank && kernel.slowest_factor
                         ? RunKernelsChart::tr("rank %1: %2×")
                               .arg(*kernel.slowest_rank)
                               .arg(*kernel.slowest_factor, 0, 'f', 2)
                         : QString()};
        list.rows.push_back(std::move(row));
    }
    fold_rest(list, rows_that_fit(theme, size), [analysis](size_t from) -> QStringList {
        int64_t total_ns = 0, count = 0;
        for (size_t i = from; i < analysis->kernels.size(); ++i) {
            total_ns += analysis->kernels[i].total_ns;
            count += analysis->kernels[i].count;
        }
        return {kernel_time(total_ns), count_text(static_cast<double>(count)),
                kernel_time(total_ns / std::max<int64_t>(1, count))};
    });
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    for (const auto& [part, name] : {std::pair{StepPart::compute, RunKernelsChart::tr("computation")},
                                     {StepPart::data_comm, RunKernelsChart::tr("communication")},
                                     {StepPart::memory, RunKernelsChart::tr("copies")}}) {
        if (std::ranges::none_of(analysis->kernels, [part = part](const KernelClass& kernel) {
                return kernel_part(kernel.category) == part;
            }))
            continue;
        LegendEntry entry;
        entry.text = name;
        entry.colour = theme.part(part);
        spec.legend.push_back(std::move(entry));
    }
    return spec;
}

ChartTable RunKernelsChart::table() const {
    ChartTable out;
    out.columns = {{"name", ""},   {"category", ""},     {"calls", ""},
                   {"time", "s"},  {"mean", "s"},        {"share", ""},
                   {"shapes", ""}, {"slowest rank", ""}, {"slowest factor", ""}};
    const TraceAnalysis* analysis = kernels_of(data());
    if (!analysis) return out;
    for (const KernelClass& kernel : analysis->kernels)
        out.rows.push_back(
            {kernel.name, std::string(name_of(kernel.category)), static_cast<double>(kernel.count),
             static_cast<double>(kernel.total_ns) * 1e-9, static_cast<double>(kernel.mean_ns) * 1e-9,
             kernel.share, kernel.shapes,
             kernel.slowest_rank ? ChartTable::Cell(static_cast<double>(*kernel.slowest_rank))
                                 : ChartTable::Cell(),
             kernel.slowest_factor ? ChartTable::Cell(*kernel.slowest_factor) : ChartTable::Cell()});
    return out;
}

} // namespace roofrack
