// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_collectives_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/charts/measured_step.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

const TraceAnalysis* collectives_of(const ChartData& data) {
    return data.run && data.run->analysis && !data.run->analysis->collectives.empty() ? &*data.run->analysis
                                                                                      : nullptr;
}

QString seconds_of(int64_t ns) { return shown(Seconds(static_cast<double>(ns) * 1e-9)); }
QString bus_text(double rate) { return shown(rate, Dimension::byte_rate); }

QString collective_name(const CollectiveClass& each) {
    QString out = in_words(each.kind);
    if (each.bytes)
        out += RunCollectivesChart::tr(", %1").arg(shown(Bytes(static_cast<double>(*each.bytes))));
    if (each.group_size)
        out += counted(qsizetype(*each.group_size), RunCollectivesChart::tr(", 1 rank"),
                       RunCollectivesChart::tr(", %1 ranks"));
    return out;
}

QString collective_readout(const CollectiveClass& each, bool against) {
    QString out = RunCollectivesChart::tr("%1\n%2, %3 in all; %4 of it exposed: no computation hides it")
                      .arg(collective_name(each),
                           counted(qsizetype(each.count), RunCollectivesChart::tr("1 kernel"),
                                   RunCollectivesChart::tr("%1 kernels")),
                           seconds_of(each.total_ns), seconds_of(each.exposed_ns));
    out += RunCollectivesChart::tr("\n%1 of that waited for a rank that came later")
               .arg(seconds_of(each.waiting_ns));
    out += each.without_waiting
               ? RunCollectivesChart::tr("\none takes %1 (median of the shortest on a rank)")
                     .arg(seconds_of(each.latency_ns))
               : RunCollectivesChart::tr("\none takes %1 (median; of one rank alone, waiting included)")
                     .arg(seconds_of(each.latency_ns));
    if (each.bus_bytes_per_s)
        out +=
            RunCollectivesChart::tr("\nthat is %1 as nccl-tests counts").arg(bus_text(*each.bus_bytes_per_s));
    if (against && each.expected_bus_bytes_per_s && each.of_expected)
        out += RunCollectivesChart::tr("\n%1 of the %2 that the drawn fabric gives at this size")
                   .arg(percent_text(*each.of_expected), bus_text(*each.expected_bus_bytes_per_s));
    return out;
}

/// Why nothing is held against the drawn fabric.
QString why_apart(const ChartData& data, const QString& other_job) {
    if (!other_job.isEmpty())
        return RunCollectivesChart::tr("not held against the drawn fabric: it is another job");
    if (const auto& fault = data.run->no_fabric)
        return RunCollectivesChart::tr("not held against the drawn fabric: %1; %2")
            .arg(qt(fault->what), qt(fault->fix));
    return RunCollectivesChart::tr(
        "not held against the drawn fabric: no size, kind and number of ranks that "
        "it could tell is measured");
}

} // namespace

RunCollectivesChart::RunCollectivesChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunCollectivesChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunCollectivesChart::tr("Collectives by their exposed time");
    const TraceAnalysis* analysis = collectives_of(data());
    if (!analysis) {
        spec.empty = RunCollectivesChart::tr("Drop a profile of a run with several GPUs (%1) on the window: "
                                             "how fast its collectives were, "
                                             "and what of them nothing hid, appears here.")
                         .arg(readable_programs({FormatTells::profile}));
        return spec;
    }
    spec.source = qt(data().run->headline.what);
    const QString other_job = another_job(data());
    const bool against =
        other_job.isEmpty() && std::ranges::any_of(analysis->collectives, [](const CollectiveClass& each) {
            return each.of_expected.has_value();
        });
    spec.subtitle =
        joined({qt(waiting_text(analysis->collectives)),
                against ? RunCollectivesChart::tr("of fabric: the measured bus bandwidth against what the "
                                                  "drawn fabric gives for that size and group")
                        : why_apart(data(), other_job)});
    RowList list;
    list.heading = RunCollectivesChart::tr("Exposed time, summed over all ranks");
    list.unit = QStringLiteral("s");
    list.columns = {RunCollectivesChart::tr("calls"), RunCollectivesChart::tr("one takes"),
                    RunCollectivesChart::tr("bus bandwidth")};
    if (against) list.columns << RunCollectivesChart::tr("of fabric");
    list.rest_fill = theme.disabled;
    for (const CollectiveClass& each : analysis->collectives) {
        ListRow row;
        row.name = collective_name(each);
        row.readout = collective_readout(each, against);
        const double waiting = static_cast<double>(each.waiting_ns) * 1e-9;
        row.pieces.push_back(
            {static_cast<double>(each.exposed_ns) * 1e-9 - waiting, theme.part(StepPart::data_comm), {}});
        row.pieces.push_back({waiting, theme.part(StepPart::straggler), {}});
        row.cells = {count_text(static_cast<double>(each.count)), seconds_of(each.latency_ns),
                     each.bus_bytes_per_s ? bus_text(*each.bus_bytes_per_s) : QStringLiteral("–")};
        if (against) row.cells << (each.of_expected ? percent_text(*each.of_expected) : QStringLiteral("–"));
        list.rows.push_back(std::move(row));
    }
    fold_rest(list, rows_that_fit(theme, size), [analysis](size_t from) -> QStringList {
        double calls = 0;
        for (size_t i = from; i < analysis->collectives.size(); ++i)
            calls += static_cast<double>(analysis->collectives[i].count);
        return {count_text(calls)};
    });
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    for (const auto& [part, name] :
         {std::pair{StepPart::data_comm, RunCollectivesChart::tr("transfer")},
          {StepPart::straggler, RunCollectivesChart::tr("waiting for a later rank")}}) {
        LegendEntry entry;
        entry.text = name;
        entry.colour = theme.part(part);
        spec.legend.push_back(std::move(entry));
    }
    return spec;
}

ChartTable RunCollectivesChart::table() const {
    ChartTable out;
    out.columns = {{"kind", ""},        {"bytes", "B"},     {"ranks", ""},
                   {"kernels", ""},     {"time", "s"},      {"exposed", "s"},
                   {"waiting", "s"},    {"latency", "s"},   {"bus bandwidth", "B/s"},
                   {"expected", "B/s"}, {"of expected", ""}};
    const TraceAnalysis* analysis = collectives_of(data());
    if (!analysis) return out;
    const auto cell = [](const auto& value) {
        return value ? ChartTable::Cell(static_cast<double>(*value)) : ChartTable::Cell();
    };
    const auto seconds = [](int64_t ns) { return static_cast<double>(ns) * 1e-9; };
    for (const CollectiveClass& each : analysis->collectives)
        out.rows.push_back({each.kind, cell(each.bytes), cell(each.group_size),
                            static_cast<double>(each.count), seconds(each.total_ns), seconds(each.exposed_ns),
                            seconds(each.waiting_ns), seconds(each.latency_ns), cell(each.bus_bytes_per_s),
                            cell(each.expected_bus_bytes_per_s), cell(each.of_expected)});
    return out;
}

} // namespace roofrack
