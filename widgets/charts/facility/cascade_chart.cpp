// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/cascade_chart.h"

#include "core/facility/cooling/cooling_report.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/load_title.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace roofrack {

namespace {

constexpr int margins_width = 250; ///< px of the panel at the right
/// px: narrow pictures show both ways from here on; lower ones write what is left to a limit on the step's
/// line.
constexpr int tall_for_both = 560, high_for_lines = 420;

/// The least margin of one rack.
struct Margin {
    std::string rack;
    QString name;
    double kelvin = 0;
};

QString tenths(double value) { return QString::number(value, 'f', 1); }
QString degrees(Celsius value) { return CascadeChart::tr("%1 °C").arg(tenths(value.degrees())); }
QString kelvin(double value, bool sign = false) {
    const QString number = tenths(std::abs(value));
    const QString minus = QStringLiteral("−");
    return CascadeChart::tr("%1 K").arg(value < 0 ? minus + number : sign ? u'+' + number : number);
}

QString duration(Seconds time) {
    constexpr double minute = 60;
    return time.si() < 2 * minute ? CascadeChart::tr("%1 s").arg(time.si(), 0, 'f', 0)
                                  : CascadeChart::tr("%1 min").arg(time.si() / minute, 0, 'g', 2);
}

QString name_of_rack(const Cascade& cascade) {
    return qt(cascade.name.empty() ? cascade.rack : cascade.name);
}

/// K; infinite where the way has no limit.
double least_margin(const Cascade& cascade) {
    const CascadeStep* const tight = cascade.tightest();
    return tight ? tight->margin()->si() : std::numeric_limits<double>::infinity();
}

/// The least margins, the tightest first.
std::vector<Margin> margins(const CoolingReport& report) {
    std::map<std::string, Margin> least;
    for (const Cascade& cascade : report.cascades) {
        const CascadeStep* const tight = cascade.tightest();
        if (!tight) continue;
        const double kelvin = tight->margin()->si();
        const auto [found, added] =
            least.emplace(cascade.rack, Margin{cascade.rack, name_of_rack(cascade), kelvin});
        if (!added) found->second.kelvin = std::min(found->second.kelvin, kelvin);
    }
    std::vector<Margin> out;
    for (auto& [rack, margin] : least) out.push_back(std::move(margin));
    std::ranges::stable_sort(out, {}, &Margin::kelvin);
    return out;
}

QColor colour_of(const Theme& theme, CoolingMedium medium) {
    return theme.part(medium == CoolingMedium::air ? StepPart::memory : StepPart::compute);
}

QColor kelvin_colour(const Theme& theme, double kelvin) {
    constexpr double close = 3; // K
    return kelvin < 0 ? theme.critical : kelvin < close ? theme.warning : theme.good;
}

/// Nothing where no limit is known.
QString limit_text(const CascadeStep& step) {
    if (!step.limit) return {};
    const double left = step.margin()->si();
    return left < 0 ? CascadeChart::tr("%1 over %2").arg(kelvin(-left), degrees(*step.limit))
                    : CascadeChart::tr("%1 under %2").arg(kelvin(left), degrees(*step.limit));
}

QString step_text(const CascadeStep& step, bool first) {
    return first ? degrees(step.value)
                 : QStringLiteral("%1  %2 %3")
                       .arg(degrees(step.value), kelvin(step.step.si(), true), to_qt(label_of(step.cause)));
}

QString readout(const Cascade& cascade, const CascadeStep& step, bool first) {
    QString out = QStringLiteral("%1, %2\n").arg(name_of_rack(cascade), to_qt(label_of(step.station)));
    out += step_text(step, first);
    if (step.limit) out += u'\n' + limit_text(step);
    return out;
}

void draw_steps(ChartCanvas& canvas, const Cascade& cascade, bool with_limits) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0), half = std::min(row * 0.22, canvas.px(12));
    const QColor colour = colour_of(theme, cascade.medium);
    for (size_t i = 0; i < cascade.steps.size(); ++i) {
        const CascadeStep& step = cascade.steps[i];
        const double y = canvas.y(static_cast<double>(i)), end = canvas.x(step.value.degrees());
        const double start = i == 0 ? canvas.plot().left() : canvas.x(cascade.steps[i - 1].value.degrees());
        if (i > 0)
            canvas.rule({start, canvas.y(static_cast<double>(i) - 1)}, {start, y - half},
                        QPen(theme.secondary, canvas.px(1), Qt::DotLine), ChartCanvas::Avoid::no);
        const bool cools = i > 0 && step.step < Kelvins(0);
        const QRectF bar(QPointF(std::min(start, end), y - half), QPointF(std::max(start, end), y + half));
        canvas.box(bar, i == 0 ? theme.secondary : colour);
        if (cools) canvas.hatch(bar, theme.panel);
        canvas.rule({end, y - half}, {end, y + half}, QPen(theme.text, canvas.px(2)));
        canvas.keep_free(bar);
        double right = std::max(start, end);
        const bool limited = with_limits && step.limit, over = limited && *step.margin() < Kelvins(0);
        if (limited) {
            const double limit = canvas.x(step.limit->degrees());
            canvas.rule({limit, y - half - canvas.px(4)}, {limit, y + half + canvas.px(4)},
                        QPen(theme.critical, canvas.px(2)));
            right = std::max(right, limit);
        }
        // By the bar, and where there is a limit behind it, in two lines.
        const double line = canvas.text_size(step_text(step, false)).height() / 2;
        const auto write = [&](const QString& text, double off, const QColor& pen) {
            canvas.label(
                text,
                {{{right + canvas.px(7), y + off}, Qt::AlignLeft | Qt::AlignVCenter},
                 {{std::min(start, end) - canvas.px(7), y + off}, Qt::AlignRight | Qt::AlignVCenter}},
                {.colour = pen, .ground = true});
        };
        const QColor ink = over ? theme.critical : theme.text;
        if (limited && row < 4.2 * line) {
            write(step_text(step, i == 0) + QStringLiteral(" · ") + limit_text(step), 0, ink);
        } else {
            write(step_text(step, i == 0), limited ? -line : 0, ink);
            if (limited) write(limit_text(step), line, over ? theme.critical : theme.secondary);
        }
        canvas.hit(
            QRectF(QPointF(canvas.plot().left(), y - row / 2), QPointF(canvas.plot().right(), y + row / 2)),
            readout(cascade, step, i == 0), QStringLiteral("power"));
    }
}

/// The axis: marked as far as there is data; beyond it is room for words.
struct Degrees {
    double low = 0, hottest = 0, high = 0;

    std::vector<double> ticks() const {
        const double step = hottest - low > 60 ? 20 : 10;
        std::vector<double> out;
        for (double at = low; at <= hottest + step / 2; at += step) out.push_back(at);
        return out;
    }
};

PanelSpec steps_panel(const Cascade& cascade, const Degrees& axis, bool with_limits) {
    PanelSpec panel;
    panel.heading =
        cascade.medium == CoolingMedium::air ? CascadeChart::tr("Air") : CascadeChart::tr("Liquid");
    panel.x = {.unit = QStringLiteral("°C"), .low = axis.low, .high = axis.high, .ticks = axis.ticks()};
    panel.y.show_rows(cascade.steps.size());
    for (const CascadeStep& step : cascade.steps) panel.y.categories << to_qt(label_of(step.station));
    panel.draw = [cascade, with_limits](ChartCanvas& canvas) { draw_steps(canvas, cascade, with_limits); };
    return panel;
}

void draw_margins(ChartCanvas& canvas, const std::vector<Margin>& racks, const std::string& chosen) {
    const Theme& theme = canvas.theme();
    const double row = canvas.y(1) - canvas.y(0), half = std::min(row * 0.28, canvas.px(10));
    for (size_t i = 0; i < racks.size(); ++i) {
        const Margin& rack = racks[i];
        const double y = canvas.y(static_cast<double>(i)), end = canvas.x(rack.kelvin), zero = canvas.x(0);
        canvas.box(QRectF(QPointF(std::min(zero, end), y - half), QPointF(std::max(zero, end), y + half)),
                   kelvin_colour(theme, rack.kelvin));
        canvas.label(kelvin(rack.kelvin),
                     {{{std::max(zero, end) + canvas.px(5), y}},
                      {{std::min(zero, end) - canvas.px(5), y}, Qt::AlignRight | Qt::AlignVCenter}},
                     {.role = rack.rack == chosen ? Theme::Role::strong : Theme::Role::secondary,
                      .colour = theme.text,
                      .ground = true});
        QPainterPath area;
        area.addRect(QRectF(QPointF(canvas.picture().left(), y - row / 2),
                            QPointF(canvas.plot().right(), y + row / 2)));
        canvas.choose(area,
                      CascadeChart::tr("%1\n%2 to its nearest limit; a click shows its way")
                          .arg(rack.name, kelvin(rack.kelvin)),
                      qt(rack.rack));
    }
}

PanelSpec margins_panel(const std::vector<Margin>& racks, const std::string& chosen, const Theme& theme,
                        int width) {
    PanelSpec panel;
    panel.heading = CascadeChart::tr("Least margin of a rack");
    double low = 0, high = 1;
    for (size_t i = 0; i < racks.size(); ++i) {
        low = std::min(low, racks[i].kelvin);
        high = std::max(high, racks[i].kelvin);
        const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
        panel.y.categories << metrics.elidedText(racks[i].name, Qt::ElideRight, width * 0.42);
        if (racks[i].rack == chosen) panel.y.emphasised = static_cast<int>(i);
    }
    panel.x = {.unit = QStringLiteral("K"),
               .low = low < 0 ? low * 1.5 : 0,
               .high = high * 2,
               .visible = false,
               .zoom = false};
    panel.y.show_rows(racks.size());
    panel.fixed_width = width;
    panel.draw = [racks, chosen](ChartCanvas& canvas) { draw_margins(canvas, racks, chosen); };
    return panel;
}

QString outage_text(const CoolingReport& report, const std::string& rack, const QString& between) {
    QStringList out;
    for (const CoolingOutage& each : report.outages) {
        if (each.rack != rack) continue;
        const QString what = each.stopped == StoppedCooling::plant ? CascadeChart::tr("without the plant")
                             : each.stopped == StoppedCooling::pumps
                                 ? CascadeChart::tr("without coolant pumps")
                                 : CascadeChart::tr("without room fans");
        out << (each.to_throttle > Seconds(0)
                    ? CascadeChart::tr("%1 slower after %2, off after %3")
                          .arg(what, duration(each.to_throttle), duration(each.to_trip))
                    : CascadeChart::tr("%1 off after %2").arg(what, duration(each.to_trip)));
    }
    return out.join(between);
}

} // namespace

CascadeChart::CascadeChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {
    connect(this, &Chart::chosen, this, [this](const QString& rack) {
        m_rack = rack.toStdString();
        refresh();
    });
}

std::string CascadeChart::shown_rack() const {
    if (!data().have<CoolingReport>()) return {};
    const CoolingReport& report = *data().have<CoolingReport>();
    if (!m_rack.empty() &&
        std::ranges::find(report.cascades, m_rack, &Cascade::rack) != report.cascades.end())
        return m_rack;
    return report.hottest < 0 ? std::string() : report.flows.racks[static_cast<size_t>(report.hottest)].id;
}

ChartSpec CascadeChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = CascadeChart::tr("Temperatures from the weather to the chips");
    spec.source = source_line(data());
    const std::string rack = shown_rack();
    if (rack.empty()) {
        spec.empty = empty_chart_text(
            data(), CascadeChart::tr("Draw racks with servers, and what cools them: the way of their heat "
                                     "appears here, with what is left to each limit."));
        return spec;
    }
    const CoolingReport& report = *data().have<CoolingReport>();
    spec.alert = alert_at_load(data(), report.assumed);
    const bool narrow = size.width() < theme.spacing(760);
    std::vector<Cascade> shown_ways;
    for (const Cascade& each : report.cascades)
        if (each.rack == rack) shown_ways.push_back(each);
    // Where two ways have no room, the one that is nearest to a limit.
    if (narrow && size.height() < theme.spacing(tall_for_both) && shown_ways.size() > 1)
        shown_ways = {*std::ranges::min_element(shown_ways, {}, &least_margin)};
    if (!shown_ways.empty()) {
        const bool hottest = m_rack.empty() || m_rack != rack;
        spec.title += QStringLiteral(", ") + name_of_rack(shown_ways.front());
        const CascadeStep* tight = nullptr;
        for (const Cascade& way : shown_ways)
            if (const CascadeStep* here = way.tightest();
                here && (!tight || *here->margin() < *tight->margin()))
                tight = here;
        spec.subtitle =
            joined({hottest ? CascadeChart::tr("the rack nearest to a limit") : QString(),
                    tight ? QStringLiteral("%1: %2").arg(to_qt(label_of(tight->station)), limit_text(*tight))
                          : QString()});
        spec.plan = assumed_load_text(report.assumed);
        if (const QString outages =
                outage_text(report, rack, narrow ? QStringLiteral("\n") : QStringLiteral(" · "));
            !outages.isEmpty())
            spec.subtitle += u'\n' + outages;
    }
    const bool with_limits = is_shown(QStringLiteral("limit"));
    for (const Cascade& way : shown_ways)
        spec.legend.push_back({{},
                               way.medium == CoolingMedium::air
                                   ? CascadeChart::tr("warmed on the way of air")
                                   : CascadeChart::tr("warmed on the way of liquid"),
                               colour_of(theme, way.medium)});
    const bool any_cools = std::ranges::any_of(shown_ways, [](const Cascade& way) {
        return std::ranges::any_of(way.steps, [](const CascadeStep& step) { return step.step < Kelvins(0); });
    });
    if (any_cools)
        spec.legend.push_back(
            {{},
             CascadeChart::tr("hatched: cooled"),
             theme.secondary,
             true,
             false,
             [colour = colour_of(theme, shown_ways.front().medium)](ChartCanvas& canvas, const QRectF& area) {
                 canvas.painter().fillRect(area, colour);
                 canvas.painter().fillRect(area, QBrush(canvas.theme().panel, Qt::BDiagPattern));
             }});
    spec.legend.push_back({QStringLiteral("limit"), tr("limit"), theme.critical, with_limits, true});

    double coldest = 20, hottest = 30;
    for (const Cascade& way : shown_ways)
        for (const CascadeStep& step : way.steps) {
            coldest = std::min(coldest, step.value.degrees());
            hottest = std::max({hottest, step.value.degrees(), step.limit ? step.limit->degrees() : hottest});
        }
    const double low = std::floor((coldest - 4) / 10) * 10;
    std::vector<Margin> all = margins(report);
    spec.stacked = narrow && size.height() >= theme.spacing(tall_for_both);
    const bool with_margins = !narrow && all.size() > 1;
    // Room at the right for what is written behind the last mark.
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double text = 0, names = 0;
    const bool is_low = size.height() < theme.spacing(high_for_lines);
    for (const Cascade& way : shown_ways)
        for (const CascadeStep& step : way.steps) {
            const double whole_text = metrics.horizontalAdvance(step_text(step, false)),
                         of_limit = metrics.horizontalAdvance(limit_text(step));
            // In low rows both stand on one line.
            text = std::max(text, is_low && step.limit ? whole_text + of_limit + theme.spacing(12)
                                                       : std::max(whole_text, of_limit));
            names = std::max(names, metrics.horizontalAdvance(to_qt(label_of(step.station))));
        }
    const double beside = spec.stacked ? 1 : static_cast<double>(shown_ways.size());
    const double whole = size.width() - theme.spacing(40) - (with_margins ? theme.spacing(margins_width) : 0);
    const double axis = std::max(1.0, whole / beside - names - theme.spacing(34));
    const double high = low + (hottest - low) / (1 - std::min(0.7, (text + theme.spacing(14)) / axis));
    for (const Cascade& way : shown_ways)
        spec.panels.push_back(steps_panel(way, {low, hottest, high}, with_limits));
    const auto rows =
        static_cast<size_t>(std::max(3, (size.height() - theme.spacing(170)) / theme.spacing(34)));
    if (all.size() > rows) all.resize(rows);
    if (with_margins) spec.panels.push_back(margins_panel(all, rack, theme, theme.spacing(margins_width)));
    return spec;
}

ChartTable CascadeChart::table() const {
    ChartTable out;
    out.columns = {{"rack", ""},  {"medium", ""}, {"station", ""}, {"value", "°C"},
                   {"step", "K"}, {"by", ""},     {"limit", "°C"}, {"margin", "K"}};
    if (!data().have<CoolingReport>()) return out;
    const std::string rack = shown_rack();
    for (const Cascade& way : data().have<CoolingReport>()->cascades) {
        if (way.rack != rack) continue;
        for (const CascadeStep& step : way.steps) {
            const auto margin = step.margin();
            out.rows.push_back({way.rack, std::string(name_of(way.medium)),
                                std::string(name_of(step.station)), step.value.degrees(), step.step.si(),
                                std::string(name_of(step.cause)),
                                step.limit ? ChartTable::Cell(step.limit->degrees()) : ChartTable::Cell(),
                                margin ? ChartTable::Cell(margin->si()) : ChartTable::Cell()});
        }
    }
    return out;
}

} // namespace roofrack
