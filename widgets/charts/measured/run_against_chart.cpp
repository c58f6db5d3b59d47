// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_against_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace roofrack {

namespace {

const RunComparison* comparison_of(const ChartData& data) {
    return data.run ? data.run->comparison.get() : nullptr;
}

/// One of the parts that sum to the step, and what sort it is.
struct ChangedPart {
    QString name, sort;
    ComparedPart part;
};

/// Without those that neither run has time in; the largest change first.
std::vector<ChangedPart> changed_parts(const RunComparison& comparison) {
    std::vector<ChangedPart> out;
    const auto add = [&out](const std::vector<ComparedPart>& parts, const QString& sort,
                            const QString& name) {
        for (const ComparedPart& part : parts)
            if (part.first_ns != 0 || part.second_ns != 0)
                out.push_back({name.arg(qt(part.name)), sort, part});
    };
    add(comparison.operators, RunAgainstChart::tr("computation, by the operator that launched it"),
        QStringLiteral("%1"));
    add(comparison.collectives, RunAgainstChart::tr("communication that nothing hides"),
        QStringLiteral("%1"));
    add(comparison.copies, RunAgainstChart::tr("copies that nothing hides"), QStringLiteral("%1"));
    add(comparison.idle, RunAgainstChart::tr("nothing runs on the device"), RunAgainstChart::tr("idle: %1"));
    std::ranges::stable_sort(out, [](const ChangedPart& a, const ChangedPart& b) {
        return std::abs(a.part.change_ns()) > std::abs(b.part.change_ns());
    });
    return out;
}

/// Times of a step in the mean of those that were compared.
class StepMeans {
public:
    explicit StepMeans(const RunComparison& comparison)
        : m_steps(static_cast<double>(std::max<size_t>(1, comparison.steps.size()))) {}

    double seconds(int64_t ns) const { return static_cast<double>(ns) * 1e-9 / m_steps; }
    QString text(int64_t ns) const { return ns == 0 ? QStringLiteral("–") : shown(Seconds(seconds(ns))); }
    QString change(int64_t ns) const {
        if (ns == 0) return QStringLiteral("±0");
        return (ns > 0 ? QStringLiteral("+") : QStringLiteral("−")) + shown(Seconds(seconds(std::abs(ns))));
    }

private:
    double m_steps;
};

QStringList change_cells(const ComparedPart& part, const StepMeans& means) {
    return {means.change(part.change_ns()), means.text(part.first_ns), means.text(part.second_ns),
            means.text(part.only_first_ns), means.text(part.only_second_ns)};
}

QColor longer_colour(int64_t ns, const Theme& theme) { return ns > 0 ? theme.warning : theme.good; }

ListRow change_row(const ChangedPart& each, const StepMeans& means, const Theme& theme) {
    const ComparedPart& part = each.part;
    ListRow row;
    row.name = each.name;
    row.pieces.push_back(
        {means.seconds(std::abs(part.change_ns())), longer_colour(part.change_ns(), theme), {}});
    row.cells = change_cells(part, means);
    row.readout = RunAgainstChart::tr("%1\n%2\n%3 a step: %4 before, %5 now")
                      .arg(each.name, each.sort, means.change(part.change_ns()), means.text(part.first_ns),
                           means.text(part.second_ns));
    row.readout +=
        RunAgainstChart::tr("\n%1 times before, %2 now in all compared steps; %3 of the change is of "
                            "those that both have")
            .arg(count_text(static_cast<double>(part.first_count)),
                 count_text(static_cast<double>(part.second_count)), means.change(part.matched_ns));
    if (part.only_first_ns > 0)
        row.readout += RunAgainstChart::tr("\n%1 a step of what only the run before has")
                           .arg(means.text(part.only_first_ns));
    if (part.only_second_ns > 0)
        row.readout +=
            RunAgainstChart::tr("\n%1 a step of what only this run has").arg(means.text(part.only_second_ns));
    return row;
}

/// All that does not fit, so that the rows still sum to the step.
ListRow other_changes(std::span<const ChangedPart> rest, const StepMeans& means, const Theme& theme) {
    ComparedPart sum;
    int64_t more = 0, less = 0;
    for (const ChangedPart& each : rest) {
        sum.first_ns += each.part.first_ns;
        sum.second_ns += each.part.second_ns;
        sum.only_first_ns += each.part.only_first_ns;
        sum.only_second_ns += each.part.only_second_ns;
        (each.part.change_ns() > 0 ? more : less) += std::abs(each.part.change_ns());
    }
    ListRow row;
    row.is_quiet = true;
    row.name = RunAgainstChart::tr("%1 more").arg(rest.size());
    row.pieces = {{means.seconds(more), theme.warning, {}}, {means.seconds(less), theme.good, {}}};
    row.cells = change_cells(sum, means);
    row.readout = RunAgainstChart::tr("%1\n%2 a step longer and %3 shorter, %4 together\n“Copy picture and "
                                      "table” of the view has each of them")
                      .arg(row.name, means.text(more), means.text(less), means.change(sum.change_ns()));
    return row;
}

ListRow step_row(const RunComparison& comparison, const StepMeans& means, const Theme& theme) {
    ListRow row;
    row.name = RunAgainstChart::tr("the step");
    row.pieces.push_back({means.seconds(std::abs(comparison.change_ns())), theme.disabled, {}});
    row.cells = {means.change(comparison.change_ns()),
                 means.text(comparison.first_ns),
                 means.text(comparison.second_ns),
                 {},
                 {}};
    row.readout = RunAgainstChart::tr("the step\n%1: %2 before, %3 now\nall rows below sum to it")
                      .arg(means.change(comparison.change_ns()), means.text(comparison.first_ns),
                           means.text(comparison.second_ns));
    return row;
}

/// What has no counterpart; empty: nothing.
QString left_over(const RunComparison& comparison) {
    QStringList out;
    if (comparison.ranks_only_first + comparison.ranks_only_second > 0)
        out << RunAgainstChart::tr("ranks without a counterpart: %1 before, %2 now")
                   .arg(comparison.ranks_only_first)
                   .arg(comparison.ranks_only_second);
    if (comparison.steps_only_first + comparison.steps_only_second > 0)
        out << RunAgainstChart::tr("steps without one: %1 before, %2 now")
                   .arg(comparison.steps_only_first)
                   .arg(comparison.steps_only_second);
    return out.join(QStringLiteral("; "));
}

} // namespace

RunAgainstChart::RunAgainstChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunAgainstChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunAgainstChart::tr("What became of the time between two runs");
    const RunComparison* comparison = comparison_of(data());
    if (!comparison) {
        spec.empty = RunAgainstChart::tr("Choose above which run the open one is compared with: what takes "
                                         "longer and what less appears here.");
        return spec;
    }
    const QString before = qt(data().run->against);
    spec.title = RunAgainstChart::tr("What became of the time since %1").arg(before);
    spec.source = RunAgainstChart::tr("%1, before: %2").arg(qt(data().run->headline.what), before);
    const size_t steps = comparison->steps.size();
    spec.subtitle =
        joined({qt(summary_of(*comparison)),
                steps == 1 ? RunAgainstChart::tr("one step compared")
                           : RunAgainstChart::tr("means of %1 steps, one of a rank each").arg(steps),
                left_over(*comparison)});
    const StepMeans means(*comparison);
    const std::vector<ChangedPart> parts = changed_parts(*comparison);
    RowList list;
    list.heading = RunAgainstChart::tr("Change of a step");
    list.unit = QStringLiteral("s");
    list.columns = {RunAgainstChart::tr("change"), RunAgainstChart::tr("before"), RunAgainstChart::tr("now"),
                    RunAgainstChart::tr("only before"), RunAgainstChart::tr("only now")};
    list.rows.push_back(step_row(*comparison, means, theme));
    const size_t room = static_cast<size_t>(rows_that_fit(theme, size)) - 1;
    const size_t own = parts.size() > room ? room - 1 : parts.size();
    for (size_t i = 0; i < own; ++i) list.rows.push_back(change_row(parts[i], means, theme));
    if (own < parts.size())
        list.rows.push_back(other_changes(std::span<const ChangedPart>(parts).subspan(own), means, theme));
    spec.panels.push_back(row_list_panel(std::move(list), theme, size));
    for (const auto& [colour, name] : {std::pair{theme.warning, RunAgainstChart::tr("takes longer now")},
                                       {theme.good, RunAgainstChart::tr("takes less now")}}) {
        LegendEntry entry;
        entry.text = name;
        entry.colour = colour;
        spec.legend.push_back(std::move(entry));
    }
    return spec;
}

ChartTable RunAgainstChart::table() const {
    ChartTable out;
    out.columns = {{"kind", ""},         {"name", ""},     {"times before", ""}, {"times now", ""},
                   {"before", "s"},      {"now", "s"},     {"change", "s"},      {"change where both", "s"},
                   {"only before", "s"}, {"only now", "s"}};
    const RunComparison* comparison = comparison_of(data());
    if (!comparison) return out;
    const auto seconds = [](int64_t ns) { return static_cast<double>(ns) * 1e-9; };
    for (const ComparedStep& step : comparison->steps)
        out.rows.push_back({"step",
                            step.second,
                            {},
                            {},
                            seconds(step.first_ns),
                            seconds(step.second_ns),
                            seconds(step.change_ns()),
                            {},
                            {},
                            {}});
    const auto add = [&](const char* sort, const std::vector<ComparedPart>& parts) {
        for (const ComparedPart& part : parts)
            out.rows.push_back({sort, part.name, static_cast<double>(part.first_count),
                                static_cast<double>(part.second_count), seconds(part.first_ns),
                                seconds(part.second_ns), seconds(part.change_ns()), seconds(part.matched_ns),
                                seconds(part.only_first_ns), seconds(part.only_second_ns)});
    };
    add("operator", comparison->operators);
    add("kernel", comparison->kernels);
    add("collective", comparison->collectives);
    add("copy", comparison->copies);
    add("idle", comparison->idle);
    return out;
}

} // namespace roofrack
