// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money/scenario_measure.h"

#include "core/answers/compare/order_weeks.h"
#include "core/base/units/calendar_date.h"
#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/money/money_text.h"
#include "widgets/charts/money/scenarios_chart.h"

#include <cmath>

namespace roofrack {

namespace {

double or_nan(bool known, double value) { return known ? value : std::nan(""); }

} // namespace

std::vector<ScenarioMeasure> scenario_measures() {
    return {
        {ScenariosChart::tr("$ per million tokens"), ScenariosChart::tr("$ per M tokens"), "cost_per_million",
         [](const ScenarioColumn& c) {
             return or_nan(c.run.dollars_per_million > 0, c.run.dollars_per_million);
         },
         nullptr, [](double value) { return dollar_text(value); }, nullptr, true},
        {ScenariosChart::tr("Days to the token budget"), ScenariosChart::tr("Days"), "time_of_run",
         [](const ScenarioColumn& c) { return or_nan(c.run.time > Seconds(0), in_days(c.run.time)); },
         [](const ScenarioColumn& c) {
             const double days = in_days(c.run.time);
             return PriceBand{days * (c.evaluation.step_time_low / c.evaluation.step_time), days,
                              days * (c.evaluation.step_time_high / c.evaluation.step_time)};
         },
         [](double value) { return ScenariosChart::tr("%1 days").arg(shown(value, Dimension::number)); }},
        {ScenariosChart::tr("Weeks from the order until the run is done"), ScenariosChart::tr("Done on"), "",
         [](const ScenarioColumn& c) {
             return or_nan(c.run.time > Seconds(0) && c.path.done_weeks.likely > 0, c.path.done_weeks.likely);
         },
         [](const ScenarioColumn& c) { return c.path.done_weeks; },
         [](double value) { return week_text(value); }, nullptr, false, true},
        {ScenariosChart::tr("Capital before it runs"), ScenariosChart::tr("Capital"), "capital",
         [](const ScenarioColumn& c) { return or_nan(c.path.capital.likely > 0, c.path.capital.likely); },
         [](const ScenarioColumn& c) { return c.path.capital; },
         [](double value) { return dollar_text(value); }, nullptr, true},
        {ScenariosChart::tr("Power at the meter, worst window"), ScenariosChart::tr("At the meter"),
         "metered_power", [](const ScenarioColumn& c) { return c.evaluation.power.metered.si(); }, nullptr,
         [](double value) { return shown(Watts(value)); },
         [](const ScenarioColumn& c) {
             return c.site.power_limit ? std::optional(c.site.power_limit->si()) : std::nullopt;
         }},
        {ScenariosChart::tr("Weeks from the order until it runs"), ScenariosChart::tr("Runs in"), "lead_time",
         [](const ScenarioColumn& c) { return c.path.lead_weeks.likely; },
         [](const ScenarioColumn& c) { return c.path.lead_weeks; },
         [](double value) { return week_text(value); }, nullptr, false, false, "dates.ready_weeks"},
        {ScenariosChart::tr("Energy to the token budget"), ScenariosChart::tr("Energy"), "energy_of_run",
         [](const ScenarioColumn& c) { return or_nan(c.run.time > Seconds(0), c.run.energy.si()); }, nullptr,
         [](double value) { return qt(meter_energy_text(Joules(value), 3)); }},
    };
}

QString ScenarioMeasure::told(double of, std::chrono::sys_days order, bool is_short) const {
    if (!is_from_order) return text(of);
    return is_short ? qt(date_text(weeks_after(order, of)))
                    : qt(with_date(text(of).toStdString(), of, order));
}

QString ScenarioMeasure::difference_mark(double baseline, double of) const {
    if (!std::isfinite(baseline) || !std::isfinite(of) || !(baseline > 0)) return {};
    if (is_from_order) return ScenariosChart::tr(" (%1)").arg(qt(date_difference_text(of, baseline)));
    const double share = of / baseline - 1;
    constexpr double nothing = 0.0005;
    if (std::abs(share) < nothing) return ScenariosChart::tr(" (the same)");
    return ScenariosChart::tr(" (%1%2 %)")
        .arg(share > 0 ? QStringLiteral("+") : QStringLiteral("−"))
        .arg(100 * std::abs(share), 0, 'f', std::abs(share) < 0.1 ? 1 : 0);
}

std::string no_wait_of(const ScenarioMeasure& measure, const ScenarioColumn& column) {
    return no_wait_text(measure.compared_as, measure.value(column), &column.evaluation);
}

Comparable comparable(const ScenarioMeasure& measure, const ScenarioColumn& column) {
    if (!no_wait_of(measure, column).empty()) return Comparable::no_wait;
    const bool is_complete = !measure.is_money || (column.path.has_price() && column.run.gaps.empty());
    if (std::isfinite(measure.value(column)))
        return is_complete ? Comparable::complete : Comparable::lower_bound;
    if (!measure.is_money) return Comparable::not_applicable;
    return is_complete ? Comparable::zero : Comparable::unknown;
}

std::vector<QString> texts_without_bar(Comparable comparable, const ScenarioColumn& column) {
    switch (comparable) {
    case Comparable::unknown: return {ScenariosChart::tr("not known")};
    case Comparable::not_applicable:
        return {ScenariosChart::tr("no token budget"), ScenariosChart::tr("no budget")};
    default: break;
    }
    if (is_rented(column.path.deployment)) return {ScenariosChart::tr("none: rented")};
    return {ScenariosChart::tr("none: all is there already"), ScenariosChart::tr("none: owned")};
}

double smallest_complete(const ScenarioMeasure& measure, const ScenarioColumns& columns) {
    double least = std::nan(""), bound = std::nan("");
    const auto lower = [](double& to, double value) {
        if (!(to <= value)) to = value;
    };
    for (const auto& column : columns) {
        if (!column || !column->runs()) continue;
        switch (comparable(measure, *column)) {
        case Comparable::complete: lower(least, measure.value(*column)); break;
        case Comparable::zero: lower(least, 0); break;
        case Comparable::lower_bound: lower(bound, measure.value(*column)); break;
        case Comparable::unknown: lower(bound, 0); break;
        case Comparable::no_wait:
        case Comparable::not_applicable: break;
        }
    }
    return bound < least ? std::nan("") : least;
}

} // namespace roofrack
