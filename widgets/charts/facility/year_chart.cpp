// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/year_chart.h"

#include "core/answers/facility_answers.h"
#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/study/year/year.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/year_map.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <QLocale>

#include <algorithm>

namespace roofrack {

namespace {

/// Narrower than this the panels stand one below the other, where they are high enough.
constexpr int wide_for_months = 720, high_for_months = 420;

QString energy_text(Joules energy) {
    return shown(in_watt_hours(energy), Dimension::power) + QStringLiteral("h");
}

QString month_text(const YearSum& month, int number) {
    QString out =
        YearChart::tr("%1\n%2 at the meter, %3 of it IT\nPUE %4\nwater %5 m³\nchillers take %6 of the "
                      "heat, none for %7 h")
            .arg(QLocale::c().standaloneMonthName(number + 1), energy_text(month.energy),
                 energy_text(month.it))
            .arg(month.pue(), 0, 'f', 3)
            .arg(count_text(month.cubic_metres()), percent_text(month.chiller), count_text(month.free_hours));
    if (month.throttled_hours > 0)
        out += YearChart::tr("\nclocks held down for %1 h").arg(count_text(month.throttled_hours));
    out += YearChart::tr("\nenergy %1, %2 t CO2e")
               .arg(shown(month.cost.si(), Dimension::money), count_text(month.carbon / 1000));
    return out;
}

/// Twelve columns, of parts from the ground up.
struct Months {
    struct Share {
        QColor colour;
        std::function<double(const YearSum&)> of;
    };
    std::shared_ptr<const Year> year;
    std::vector<Share> shares;

    double most() const {
        double out = 0;
        for (const YearSum& month : year->months) {
            double sum = 0;
            for (const Share& share : shares) sum += share.of(month);
            out = std::max(out, sum);
        }
        return out;
    }
    void draw(ChartCanvas& canvas) const {
        constexpr double half = 0.36; // share of the way from one month to the next
        for (int i = 0; i < 12; ++i) {
            const YearSum& month = year->months[static_cast<size_t>(i)];
            double sum = 0;
            for (const Share& share : shares) {
                const double value = share.of(month);
                canvas.box(QRectF(QPointF(canvas.x(i - half), canvas.y(sum + value)),
                                  QPointF(canvas.x(i + half), canvas.y(sum))),
                           share.colour);
                sum += value;
            }
            canvas.hit(QRectF(QPointF(canvas.x(i - 0.5), canvas.plot().top()),
                              QPointF(canvas.x(i + 0.5), canvas.y(0))),
                       month_text(month, i));
        }
    }
};

PanelSpec month_panel(const QString& heading, Months months) {
    PanelSpec panel;
    panel.heading = heading;
    panel.x = {.scale = AxisSpec::Scale::category,
               .low = -0.6,
               .high = 11.6,
               .categories = month_names(),
               .zoom = false};
    panel.y = {.low = 0, .high = std::max(1e-9, 1.08 * months.most()), .zoom = false};
    panel.stretch = 60;
    panel.draw = [months = std::move(months)](ChartCanvas& canvas) { months.draw(canvas); };
    return panel;
}

QColor it_colour(const Theme& theme) { return theme.part(StepPart::compute); }
QColor overhead_colour(const Theme& theme) { return theme.part(StepPart::failure); }
QColor water_colour(const Theme& theme) { return theme.part(StepPart::data_comm); }

PanelSpec energy_panel(const std::shared_ptr<const Year>& year, const Theme& theme) {
    double most = 0;
    for (const YearSum& month : year->months) most = std::max(most, month.energy.si());
    const bool large = most > 2000 * joules_a_megawatt_hour;
    const double unit = joules_a_megawatt_hour * (large ? 1000 : 1);
    return month_panel(
        large ? YearChart::tr("Energy, GWh per month") : YearChart::tr("Energy, MWh per month"),
        {year,
         {{it_colour(theme), [unit](const YearSum& m) { return m.it.si() / unit; }},
          {overhead_colour(theme), [unit](const YearSum& m) { return m.beside_it().si() / unit; }}}});
}

PanelSpec water_panel(const std::shared_ptr<const Year>& year, const Theme& theme) {
    return month_panel(YearChart::tr("Water, m³ per month"),
                       {year, {{water_colour(theme), [](const YearSum& m) { return m.cubic_metres(); }}}});
}

} // namespace

YearChart::YearChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

std::shared_ptr<const Year> YearChart::year() const {
    const auto& years = data().have_or_empty<Weather>().years;
    const auto found =
        std::ranges::find_if(years, [this](const auto& each) { return qt(each->climate) == m_climate; });
    if (found != years.end()) return *found;
    return years.empty() ? nullptr : years.front();
}

QString YearChart::shown_climate() const {
    const auto now = year();
    return now ? qt(now->climate) : QString();
}

void YearChart::show_climate(const QString& name) {
    m_climate = name;
    refresh();
}

void YearChart::show_value(YearValue value) {
    m_value = value;
    refresh();
}

ChartSpec YearChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = tr("A year of weather");
    spec.source = source_line(data());
    const auto now = year();
    const std::string& fault = data().have_or_empty<Weather>().fault;
    if (!now || !fault.empty()) {
        spec.empty =
            !fault.empty()
                ? tr("No year: %1").arg(qt(fault))
                : empty_chart_text(
                      data(),
                      tr("Draw a cluster and choose a model: PUE, water and clocks through the hours of a "
                         "year appear here."));
        return spec;
    }
    const YearSum& all = now->total;
    spec.title = tr("A year of weather, %1").arg(qt(now->label));
    spec.subtitle =
        joined({tr("PUE %1, hours %2 to %3")
                    .arg(all.pue(), 0, 'f', 3)
                    .arg(now->least_pue, 0, 'f', 3)
                    .arg(now->most_pue, 0, 'f', 3),
                energy_text(all.energy), tr("energy %1").arg(shown(all.cost.si(), Dimension::money)),
                all.water > 0 ? tr("%1 m³ of water").arg(count_text(all.cubic_metres())) : QString(),
                tr("%1 h without chillers").arg(count_text(all.free_hours)),
                all.throttled_hours > 0 ? tr("clocks held down for %1 h, training at %2 %")
                                              .arg(count_text(all.throttled_hours))
                                              .arg(100 * all.rate, 0, 'f', 1)
                                        : QString(),
                all.stopped_hours > 0 ? tr("stopped for %1 h").arg(count_text(all.stopped_hours)) : QString(),
                tr("%1 t CO2e").arg(count_text(all.carbon / 1000))});
    spec.legend = year_map_legend(*now, m_value, theme);
    spec.panels = {year_map_panel(now, m_value)};
    const bool wide = size.width() >= theme.spacing(wide_for_months),
               high = size.height() >= theme.spacing(high_for_months);
    if (!wide && !high) return spec;
    spec.stacked = !wide;
    spec.panels.front().stretch = 110;
    spec.panels.push_back(energy_panel(now, theme));
    spec.legend.push_back({{}, tr("IT"), it_colour(theme)});
    spec.legend.push_back({{}, tr("plant and losses"), overhead_colour(theme)});
    if (all.water > 0 && wide) spec.panels.push_back(water_panel(now, theme));
    return spec;
}

ChartTable YearChart::table() const {
    constexpr figures::ViewKey view[] = {{"hours", "hours"},
                                         {"it_j", "it"},
                                         {"energy_j", "energy"},
                                         {"pue", "pue"},
                                         {"wue", "wue"},
                                         {"water_l", "water"},
                                         {"chiller_share", "chiller_share"},
                                         {"free_hours", "free_hours"},
                                         {"throttled_hours", "throttled_hours"},
                                         {"stopped_hours", "stopped_hours"},
                                         {"rate", "rate"},
                                         {"peak_w", "peak"},
                                         {"energy_cost", "energy_cost"},
                                         {"carbon_kg", "carbon"}};
    std::vector<const void*> objects;
    std::vector<std::string> names;
    if (const auto now = year()) {
        for (int month = 0; month < 12; ++month) {
            objects.push_back(&now->months[static_cast<size_t>(month)]);
            names.push_back(QLocale::c().standaloneMonthName(month + 1).toStdString());
        }
        objects.push_back(&now->total);
        names.emplace_back("year");
    }
    ChartTable out = table_of_figures(figures::shape_of<YearSum>(), view, objects);
    out.columns.insert(out.columns.begin(), {"month", ""});
    for (size_t i = 0; i < names.size(); ++i) out.rows[i].insert(out.rows[i].begin(), names[i]);
    return out;
}

} // namespace roofrack
