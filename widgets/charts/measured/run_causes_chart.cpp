// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_causes_chart.h"

#include "core/measured/trace/trace_text.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/readable_programs.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

bool shows_causes(const ChartData& data) {
    return data.run && data.run->verdict && !data.run->verdict->causes.empty();
}

QString cause_name(const FoundCause& cause) {
    return cause.rank ? RunCausesChart::tr("%1: rank %2").arg(qt(label_of(cause.cause))).arg(*cause.rank)
                      : qt(label_of(cause.cause));
}

QString cause_readout(const FoundCause& cause) {
    QString out = RunCausesChart::tr("%1\n%2\nup to %3 of the critical path across ranks would be gained "
                                     "without it; it explains %4 of the %5")
                      .arg(cause_name(cause), qt(cause.sentence), percent_text(cause.cost),
                           percent_text(cause.explained), qt(cause.of));
    out += RunCausesChart::tr("\nthe critical path is what the end of the run waited for, from rank to rank; "
                              "shares of all ranks' time, on it or not, stand under Idle");
    for (const VerdictEvidence& event : cause.evidence) {
        const std::string of = whose(event);
        out += RunCausesChart::tr("\nshown by %1%2, %3")
                   .arg(cut_name(qt(event.name), 60), qt(of.empty() ? of : ", " + of), qt(when_text(event)));
        if (!event.why.empty()) out += RunCausesChart::tr(": %1").arg(qt(event.why));
    }
    for (const std::string& remedy : cause.to_try) out += RunCausesChart::tr("\ntry: %1").arg(qt(remedy));
    return out;
}

StepPart cause_part(VerdictCause cause) {
    switch (cause) {
    case VerdictCause::late_rank: return StepPart::straggler;
    case VerdictCause::slow_gpu: return StepPart::compute;
    case VerdictCause::throttling: return StepPart::throttle;
    case VerdictCause::slow_link: return StepPart::data_comm;
    case VerdictCause::starved_input: return StepPart::input;
    case VerdictCause::allocation: return StepPart::memory;
    case VerdictCause::small_kernels: return StepPart::launch;
    case VerdictCause::copies: return StepPart::memory;
    default: return StepPart::pipeline_bubble;
    }
}

} // namespace

RunCausesChart::RunCausesChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunCausesChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunCausesChart::tr("Why the run is slower than it could be");
    if (!shows_causes(data())) {
        spec.empty = RunCausesChart::tr(
                         "Drop a profile of a run (%1) on the window: what made it slower, what shows it and "
                         "what to try appears here.")
                         .arg(readable_programs({FormatTells::profile}));
        return spec;
    }
    spec.source = qt(data().run->headline.what);
    const auto& verdict = *data().run->verdict;
    // Waiting for a late rank is communication and no cause of its own here, but the reader needs it beside
    // them.
    const bool names_late = std::ranges::any_of(
        verdict.causes, [](const FoundCause& cause) { return cause.cause == VerdictCause::late_rank; });
    spec.subtitle =
        joined({qt(verdict.sentence), names_late ? QString() : qt(straggler_text(*data().run->trace))});
    RowList list;
    list.heading = RunCausesChart::tr("Share of the critical path that would be gained without it at most");
    list.unit = QStringLiteral("%");
    list.columns = {RunCausesChart::tr("of the critical path"), RunCausesChart::tr("explains"),
                    RunCausesChart::tr("of this")};
    for (const FoundCause& cause : verdict.causes) {
        ListRow row;
        row.name = cause_name(cause);
        row.readout = cause_readout(cause);
        row.pieces.push_back({cause.cost, theme.part(cause_part(cause.cause)), {}});
        row.cells = {percent_text(cause.cost), percent_text(cause.explained), qt(cause.of)};
        list.rows.push_back(std::move(row));
    }
    cut_rest(list, rows_that_fit(theme, size));
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    return spec;
}

ChartTable RunCausesChart::table() const {
    ChartTable out;
    out.columns = {{"cause", ""}, {"rank", ""},     {"gained", ""}, {"explains", ""},
                   {"of", ""},    {"sentence", ""}, {"try", ""},    {"evidence", ""}};
    if (!shows_causes(data())) return out;
    const auto list_of = [](const auto& items, auto text) {
        std::string all;
        for (const auto& item : items) all += (all.empty() ? "" : "; ") + text(item);
        return all;
    };
    for (const FoundCause& cause : data().run->verdict->causes)
        out.rows.push_back(
            {std::string(name_of(cause.cause)),
             cause.rank ? ChartTable::Cell(static_cast<double>(*cause.rank)) : ChartTable::Cell(), cause.cost,
             cause.explained, cause.of, cause.sentence,
             list_of(cause.to_try, [](const std::string& remedy) { return remedy; }),
             list_of(cause.evidence, [](const VerdictEvidence& event) { return event.name; })});
    return out;
}

} // namespace roofrack
