// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/scenarios_chart.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/difference.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/energy_text.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/study/money/side_by_side.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/money/money_text.h"
#include "widgets/charts/money/scenario_measure.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/explained_value.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <optional>

namespace roofrack {

namespace {

constexpr double scenario_bar = 0.36; ///< half a bar of the way from one row to the next
constexpr int most_scenario_bar_px = 14;
constexpr int least_names_px = 120, most_names_px = 240, measure_px = 100,
              scenario_room_px = 8;    ///< gap of panels beside each other
constexpr int heading_px = 52;         ///< heading of a panel, with the gap below it
constexpr int scenarios_frame_px = 96; ///< px of the picture's height beside its panels

using Columns = ScenarioColumns;

QString year_text(const ScenarioColumn::YearOfWeather& year) {
    const QString climate = in_words(year.climate);
    if (year.stopped_hours > 0)
        return ScenariosChart::tr("in a year of “%1”: %2 h held back, %3 h stopped")
            .arg(climate, count_text(year.held_hours), count_text(year.stopped_hours));
    return year.held_hours > 0 ? ScenariosChart::tr("in a year of “%1”: %2 h held back, %3 % less work")
                                     .arg(climate, count_text(year.held_hours))
                                     .arg(100 * (1 - year.rate), 0, 'f', 1)
                               : ScenariosChart::tr("in a year of “%1”: no hour held back").arg(climate);
}

/// "\nto “Baseline”: capital +$1.2M, +12.3 % …" of what people compare first; nothing for the baseline
/// itself.
QString difference_readout(const ScenarioColumn& baseline, const ScenarioColumn& c) {
    if (&baseline == &c || !baseline.runs() || !c.runs()) return {};
    constexpr std::string_view told[] = {"capital_usd", "usd_per_million", "run_s", "metered_w",
                                         "lead_weeks"};
    QStringList out;
    for (const figures::FigureDifference& each :
         figures::differences(figures::shape_of<ScenarioColumn>(), &baseline, &c))
        if (std::ranges::find(told, each.row->key) != std::end(told))
            out << ScenariosChart::tr("%1 %2").arg(to_qt(each.row->label),
                                                   qt(figures::difference_text(each)));
    return out.isEmpty() ? QString()
                         : ScenariosChart::tr("\nto “%1”: %2")
                               .arg(qt(baseline.scenario), out.join(QStringLiteral("; ")));
}

QString cautions_text(const ScenarioColumn& c) {
    QStringList out;
    for (const std::string& each : c.cautions) out << qt(each);
    return out.join(QStringLiteral(", "));
}

QString column_readout(const ScenarioColumn& c) {
    if (!c.runs()) return ScenariosChart::tr("%1 does not run: %2").arg(qt(c.scenario), qt(c.reason));
    QString out = ScenariosChart::tr("%1: %2, %3")
                      .arg(qt(c.scenario), qt(c.gpus),
                           c.has_liquid ? ScenariosChart::tr("by liquid") : ScenariosChart::tr("by air"));
    if (!c.cautions.empty()) out += u'\n' + cautions_text(c);
    out += ScenariosChart::tr("\ncapital %1 (%2), %3 per hour")
               .arg(dollar_text(c.path.capital.likely), dollar_band_text(c.path.capital),
                    dollar_text(c.evaluation.cost_per_hour.si()));
    out +=
        QStringLiteral("\n%1; %2").arg(qt(gpu_rates_text(c.evaluation)), qt(gpus_at_work_text(c.evaluation)));
    out += c.run.time > Seconds(0)
               ? ScenariosChart::tr("\n%1 per million, %2 in %3 to the budget")
                     .arg(dollar_text(c.run.dollars_per_million), dollar_text(c.run.dollars.si()),
                          shown(c.run.time))
               : ScenariosChart::tr("\n%1 per million").arg(dollar_text(c.run.dollars_per_million));
    out += ScenariosChart::tr("\n%1 mean over the run, %2 in the worst window, PUE %3")
               .arg(shown(c.evaluation.power.run_facility), shown(c.evaluation.power.metered))
               .arg(c.evaluation.power.pue, 0, 'f', 2);
    if (c.run.time > Seconds(0))
        out += ScenariosChart::tr("\n%1, %2 m³ of water, %3 t CO₂e to the budget")
                   .arg(qt(meter_energy_text(c.run.energy, 3)), count_text(c.run.water),
                        count_text(c.run.carbon / 1e3));
    out += ScenariosChart::tr("\n%1: runs in %2 (%3 to %4), waits for: %5")
               .arg(to_qt(label_of(c.path.deployment)), week_text(c.path.lead_weeks.likely))
               .arg(std::round(c.path.lead_weeks.low))
               .arg(std::round(c.path.lead_weeks.high))
               .arg(in_words(c.waits_for()));
    if (c.path.done_weeks.likely > 0)
        out += ScenariosChart::tr("\nthe budget is trained after %1 (%2 to %3)")
                   .arg(week_text(c.path.done_weeks.likely))
                   .arg(std::round(c.path.done_weeks.low))
                   .arg(std::round(c.path.done_weeks.high));
    if (const std::string early = c.path.done_meanwhile(); !early.empty())
        out += ScenariosChart::tr("\n%1; $ and days are of a run that begins with all GPUs").arg(qt(early));
    if (const std::string none = c.path.trains_none(); !none.empty()) out += u'\n' + qt(none);
    if (c.is_held) out += u'\n' + qt(c.verdict);
    if (c.site.power_limit)
        out += ScenariosChart::tr("\nthe site's limit: %1").arg(shown(*c.site.power_limit));
    if (c.year) out += u'\n' + year_text(*c.year);
    out += ScenariosChart::tr("\nbinds: %1").arg(qt(c.evaluation.binds));
    return out;
}

/// How capital, dollars and weeks are meant.
QString deployments_text(const Columns& columns) {
    const ScenarioColumn* first = nullptr;
    for (const auto& column : columns) {
        if (!column || !column->runs()) continue;
        if (first && first->path.deployment != column->path.deployment)
            return ScenariosChart::tr("dollars and weeks of each scenario's own deployment (Site, Money)");
        if (!first) first = column.get();
    }
    return first ? ScenariosChart::tr("dollars and weeks of the deployment “%1” (Site, Money)")
                       .arg(to_qt(label_of(first->path.deployment)))
                 : QString();
}

/// Where there is no bar: why, as far as there is room.
void draw_standstill(ChartCanvas& canvas, const ScenarioColumn* column, QPointF at) {
    QString text = ScenariosChart::tr("being found …");
    if (column) text = ScenariosChart::tr("does not run: %1").arg(qt(column->reason));
    const double room = canvas.picture().right() - at.x() - canvas.px(2);
    const QFontMetricsF metrics(canvas.theme().font(Theme::Role::secondary));
    if (column && metrics.horizontalAdvance(text) > room) text = ScenariosChart::tr("does not run");
    canvas.label(text, {{at}}, {.colour = canvas.theme().secondary, .may_leave_plot = true});
}

bool has_bar(const ScenarioMeasure& measure, const ScenarioColumn& column) {
    return column.runs() && std::isfinite(measure.value(column));
}

/// Where the figure may lie; nothing where it has no bar.
PriceBand band_of(const ScenarioMeasure& measure, const ScenarioColumn& column) {
    return measure.band && has_bar(measure, column) ? measure.band(column) : PriceBand{};
}

/// What limits the figure; nothing where it has no bar.
std::optional<double> limit_of(const ScenarioMeasure& measure, const ScenarioColumn& column) {
    return measure.limit && has_bar(measure, column) ? measure.limit(column) : std::nullopt;
}

/// "blue: the open one; bold: the least; whiskers: how far it may lie", of what is drawn.
QString signs_text(const std::vector<ScenarioMeasure>& measures, const Columns& columns) {
    bool has_whisker = false, has_limit = false;
    for (const auto& column : columns) {
        if (!column) continue;
        for (const ScenarioMeasure& measure : measures) {
            const PriceBand band = band_of(measure, *column);
            has_whisker = has_whisker || band.high > band.low;
            has_limit = has_limit || limit_of(measure, *column);
        }
    }
    QStringList out{ScenariosChart::tr("blue: the open one"), ScenariosChart::tr("bold: the least")};
    if (has_whisker) out << ScenariosChart::tr("whiskers: how far it may lie");
    if (has_limit) out << ScenariosChart::tr("red: the site's limit");
    return out.join(QStringLiteral("; "));
}

/// The value beside the bar, else above it.
void draw_measure(ChartCanvas& canvas, const Columns& columns, const ScenarioMeasure& measure, bool is_first,
                  bool is_beside, const std::string& open, std::chrono::sys_days order) {
    const Theme& theme = canvas.theme();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * scenario_bar, canvas.px(most_scenario_bar_px));
    const double least = smallest_complete(measure, columns);
    const ScenarioColumn* const baseline = columns.front() ? columns.front().get() : nullptr;
    const auto role = [&](const ScenarioColumn& column, double value) {
        const Comparable known = comparable(measure, column);
        const bool is_complete = known == Comparable::complete || known == Comparable::zero;
        return is_complete && value <= least * (1 + 1e-9) ? Theme::Role::strong : Theme::Role::secondary;
    };
    for (size_t i = 0; i < columns.size(); ++i) {
        const double y = canvas.y(static_cast<double>(i));
        const QPointF start(canvas.x(0) + canvas.px(6), y);
        if (!columns[i] || !columns[i]->runs()) {
            if (is_first) draw_standstill(canvas, columns[i].get(), start);
            if (columns[i])
                canvas.hit(
                    QRectF(QPointF(canvas.plot().left(), y - half), QPointF(canvas.plot().right(), y + half)),
                    column_readout(*columns[i]));
            continue;
        }
        const ScenarioColumn& column = *columns[i];
        const double value = measure.value(column);
        const Comparable known = comparable(measure, column);
        if (!std::isfinite(value)) {
            const LabelStyle quiet{
                .role = role(column, 0), .colour = theme.secondary, .may_leave_plot = true};
            for (const QString& text : texts_without_bar(known, column))
                if (canvas.label(text, {{start}}, quiet)) break;
            continue;
        }
        const bool is_open = column.scenario == open;
        const QRectF bar(QPointF(canvas.x(0), y - half), QPointF(canvas.x(value), y + half));
        canvas.box(bar, theme.part(is_open ? StepPart::compute : StepPart::straggler));
        double right = bar.right();
        if (const PriceBand band = band_of(measure, column); band.high > band.low) {
            const QPen pen(theme.text, canvas.px(1));
            const double low = canvas.x(band.low), high = canvas.x(band.high), cap = half * 0.6;
            canvas.rule({low, y}, {high, y}, pen);
            for (const double end : {low, high}) canvas.rule({end, y - cap}, {end, y + cap}, pen);
            right = std::max(right, high);
        }
        if (const auto limit = limit_of(measure, column)) {
            const double x = canvas.x(*limit);
            canvas.rule({x, y - half - canvas.px(3)}, {x, y + half + canvas.px(3)},
                        QPen(theme.critical, canvas.px(2)));
            right = std::max(right, x);
        }
        const LabelStyle style{.role = role(column, value), .may_leave_plot = true};
        QString text = measure.told(value, order, !is_beside);
        if (known == Comparable::lower_bound) text = ScenariosChart::tr("at least %1").arg(text);
        QString with_mark = text;
        if (is_beside && baseline && baseline->runs() && baseline != &column &&
            known == Comparable::complete && comparable(measure, *baseline) == Comparable::complete)
            with_mark += measure.difference_mark(measure.value(*baseline), value);
        if (known == Comparable::no_wait)
            with_mark = ScenariosChart::tr("%1: %2").arg(text, qt(no_wait_of(measure, column)));
        if (is_beside) {
            const std::vector<LabelPlace> beside{{{right + canvas.px(6), y}}};
            if (!canvas.label(with_mark, beside, style) &&
                (measure.is_from_order || known == Comparable::no_wait))
                canvas.label(text, beside, style);
        } else
            canvas.label(
                text,
                {{{bar.left() + canvas.px(6), y - half - canvas.px(2)}, Qt::AlignLeft | Qt::AlignBottom}},
                style);
        canvas.hit(
            QRectF(bar.topLeft(), QPointF(std::max(right, bar.left() + canvas.px(8)), bar.bottom())),
            column_readout(column) + (baseline ? difference_readout(*baseline, column) : QString()),
            *measure.explain == 0
                ? QString()
                : ExplainedValue{qt(measure.explain), is_open ? QString() : qt(column.scenario)}.key());
    }
}

} // namespace

ScenariosChart::ScenariosChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec ScenariosChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = ScenariosChart::tr("Scenarios beside each other");
    const Columns& columns = data().columns;
    if (columns.size() < 2) {
        spec.empty =
            ScenariosChart::tr("Add a second scenario (Scenario, Add from template…): what each costs, "
                               "how long it takes, what it draws and when it runs appears here side "
                               "by side.");
        return spec;
    }
    QStringList lines;
    const auto add = [&lines](const QString& text, const ScenarioColumn& column, const ScenarioColumn& first,
                              const std::vector<std::string>& differing) {
        QStringList what;
        for (const std::string& each : differing) what << in_words(each);
        if (!what.isEmpty())
            lines << text.arg(qt(column.scenario), qt(first.scenario), what.join(QStringLiteral(", ")));
    };
    for (const auto& column : columns)
        if (column && !column->cautions.empty())
            lines << ScenariosChart::tr("“%1”: %2").arg(qt(column->scenario), cautions_text(*column));
    for (const auto& column : columns) {
        if (!column || !columns.front()) continue;
        const ScenarioColumn& first = *columns.front();
        add(ScenariosChart::tr("“%1” does other work than “%2”: %3"), *column, first,
            work_differences(first.work, column->work));
        add(ScenariosChart::tr("“%1” stands on other terms than “%2”: %3"), *column, first,
            term_differences(first, *column));
    }
    for (const auto& column : columns) {
        if (!column || !column->runs()) continue;
        if (column->is_held)
            lines << ScenariosChart::tr("“%1”: %2").arg(qt(column->scenario), qt(column->verdict));
        if (!column->year_fault.empty())
            lines << ScenariosChart::tr("“%1”: no year of weather: %2")
                         .arg(qt(column->scenario), qt(column->year_fault));
        if (column->year && column->year->held_hours + column->year->stopped_hours > 0)
            lines << ScenariosChart::tr("“%1”: %2").arg(qt(column->scenario), year_text(*column->year));
    }
    if (const QString deployments = deployments_text(columns); !deployments.isEmpty())
        spec.subtitle += u'\n' + deployments;
    if (!lines.isEmpty()) spec.subtitle += u'\n' + lines.join(QStringLiteral(" · "));
    std::vector<ScenarioMeasure> measures = scenario_measures();
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double names =
        theme.spacing(least_names_px); // width of the longest, as far as a fifth of the picture holds it
    for (const auto& column : columns)
        if (column)
            names = std::max(names, metrics.horizontalAdvance(qt(column->scenario)) + theme.spacing(8));
    names = std::min({names, double(theme.spacing(most_names_px)),
                      std::max<double>(theme.spacing(least_names_px), size.width() / 5.0)});
    const double each = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(6);
    const double panel_height = each * static_cast<double>(columns.size()) + theme.spacing(heading_px);
    // One below the other where all have room, else beside each other with brief headings.
    spec.stacked = size.height() - theme.spacing(scenarios_frame_px) >=
                   panel_height * static_cast<double>(measures.size());
    if (spec.stacked && columns.front() && columns.front()->runs())
        spec.subtitle += ScenariosChart::tr("\nin brackets: against “%1”").arg(qt(columns.front()->scenario));
    const auto fitting =
        static_cast<size_t>(std::max<double>(1, (size.width() - names) / theme.spacing(measure_px)));
    if (!spec.stacked && measures.size() > fitting) measures.resize(fitting);
    spec.subtitle.prepend(joined({data().best_plan ? ScenariosChart::tr("each by its own best plan")
                                                   : ScenariosChart::tr("each by the plan that it has"),
                                  signs_text(measures, columns)}));
    const std::chrono::sys_days order = data().order_day ? *data().order_day : today();
    for (size_t m = 0; m < measures.size(); ++m) {
        const ScenarioMeasure& measure = measures[m];
        PanelSpec panel;
        panel.heading = spec.stacked ? measure.heading : measure.brief;
        panel.y.visible = spec.stacked || m == 0;
        if (!spec.stacked) {
            panel.right_margin = theme.spacing(scenario_room_px);
            panel.stretch = m == 0 ? 100 + int(100 * names / theme.spacing(measure_px)) : 100;
        }
        panel.y.show_rows(columns.size());
        double most = 0;
        for (size_t i = 0; i < columns.size(); ++i) {
            const auto& column = columns[i];
            panel.y.categories << (column ? metrics.elidedText(qt(column->scenario), Qt::ElideMiddle, names)
                                          : QStringLiteral("…"));
            if (column && column->scenario == data().scenario) panel.y.emphasised = static_cast<int>(i);
            if (!column || !column->runs()) continue;
            const double value = measure.value(*column);
            if (std::isfinite(value)) most = std::max(most, value);
            if (measure.band && std::isfinite(value)) most = std::max(most, measure.band(*column).high);
            if (measure.limit) most = std::max(most, measure.limit(*column).value_or(0));
        }
        panel.x = {.low = 0,
                   .high = most > 0 ? most * (!spec.stacked           ? 1.02
                                              : measure.is_from_order ? 1.4
                                                                      : 1.16)
                                    : 1,
                   .visible = false,
                   .zoom = false};
        panel.draw = [columns, measure, m, is_beside = spec.stacked, open = data().open,
                      order](ChartCanvas& canvas) {
            draw_measure(canvas, columns, measure, m == 0, is_beside, open, order);
        };
        spec.panels.push_back(std::move(panel));
    }
    return spec;
}

ChartTable ScenariosChart::table() const {
    constexpr figures::ViewKey view[] = {{"scenario", "scenario"},
                                         {"accelerator", "accelerator"},
                                         {"gpus", "gpus"},
                                         {"capital_usd", "capital"},
                                         {"capital_usd.low", "capital_low"},
                                         {"capital_usd.high", "capital_high"},
                                         {"usd_per_hour", "dollars_per_hour"},
                                         {"usd_per_million", "dollars_per_million"},
                                         {"run_s", "time"},
                                         {"run_usd", "run"},
                                         {"mean_w", "mean"},
                                         {"metered_w", "metered"},
                                         {"mfu", "mfu"},
                                         {"model_flops_per_s_per_gpu", "model_flops_per_gpu"},
                                         {"useful_rate_per_gpu", "useful_rate_per_gpu"},
                                         {"effective_gpus", "effective_gpus"},
                                         {"pue", "pue"},
                                         {"lead_weeks", "lead_weeks"},
                                         {"lead_weeks.low", "lead_weeks_low"},
                                         {"lead_weeks.high", "lead_weeks_high"},
                                         {"run_energy_j", "energy"},
                                         {"run_water_m3", "water"},
                                         {"run_co2_kg", "carbon"},
                                         figures::rest_of_view,
                                         {"binds", "binds"},
                                         {"verdict", "verdict"}};
    std::vector<const void*> objects;
    for (const auto& column : data().columns)
        if (column) objects.push_back(column.get());
    return table_of_figures(figures::shape_of<ScenarioColumn>(), view, objects);
}

} // namespace roofrack
