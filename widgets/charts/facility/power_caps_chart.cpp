// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/power_caps_chart.h"

#include "core/base/units/common_units.h"
#include "core/study/facility/power_caps.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/figure_columns.h"
#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace roofrack {

namespace {

QString kilowatt_hours(Joules energy) {
    return PowerCapsChart::tr("%1 kWh").arg(in_kilowatt_hours(energy), 0, 'g', 3);
}

/// Caps are tried in halves of a percent.
QString cap_text(double share) { return PowerCapsChart::tr("%1 %").arg(std::round(1000 * share) / 10); }

/// One line: a quantity as a share of what it is without a cap.
struct CapLine {
    QString key, name;
    StepPart like; ///< the part whose colour it has
    std::function<double(const PowerCap&)> value;
};

std::vector<CapLine> lines_of(const PowerCaps& caps) {
    std::vector<CapLine> out{
        {QStringLiteral("speed"), PowerCapsChart::tr("speed"), StepPart::compute,
         [](const PowerCap& cap) { return cap.rate; }},
        {QStringLiteral("power"), PowerCapsChart::tr("power at the meter"), StepPart::tensor_comm,
         [](const PowerCap& cap) { return cap.facility.si(); }},
        {QStringLiteral("energy"),
         caps.counts_samples ? PowerCapsChart::tr("energy a sample") : PowerCapsChart::tr("energy a token"),
         StepPart::optimizer, [](const PowerCap& cap) { return cap.energy_per_million.si(); }}};
    if (caps.caps.front().dollars_per_million > 0)
        out.push_back(
            {QStringLiteral("dollars"),
             caps.counts_samples ? PowerCapsChart::tr("$ a sample") : PowerCapsChart::tr("$ a token"),
             StepPart::data_comm, [](const PowerCap& cap) { return cap.dollars_per_million; }});
    return out;
}

QString readout_of(const PowerCaps& caps, const PowerCap& cap) {
    const PowerCap& free = caps.caps.front();
    QString text =
        PowerCapsChart::tr("cap at %1 of the TDP\n%2 of the speed, %3 of the power\n%4 per million")
            .arg(cap_text(cap.share), percent_text(cap.rate / free.rate),
                 percent_text(cap.facility / free.facility), kilowatt_hours(cap.energy_per_million));
    if (cap.dollars_per_million > 0)
        text += u'\n' +
                PowerCapsChart::tr("%1 per million").arg(shown(cap.dollars_per_million, Dimension::money));
    return text;
}

void draw_caps(ChartCanvas& canvas, const PowerCaps& caps, const std::vector<CapLine>& lines) {
    const Theme& theme = canvas.theme();
    const PowerCap& free = caps.caps.front();
    canvas.rule({canvas.plot().left(), canvas.y(1)}, {canvas.plot().right(), canvas.y(1)},
                QPen(theme.line, canvas.px(1)), ChartCanvas::Avoid::no);
    const auto mark = [&](double share, const QString& text, const QColor& colour) {
        const double x = canvas.x(share);
        canvas.rule({x, canvas.plot().top()}, {x, canvas.plot().bottom()},
                    QPen(colour, canvas.px(1.5), Qt::DashLine));
        canvas.label(
            text,
            {{{x + canvas.px(5), canvas.plot().bottom() - canvas.px(8)}, Qt::AlignLeft | Qt::AlignBottom},
             {{x - canvas.px(5), canvas.plot().bottom() - canvas.px(8)}, Qt::AlignRight | Qt::AlignBottom},
             {{x - canvas.px(5), canvas.plot().bottom() - canvas.px(28)}, Qt::AlignRight | Qt::AlignBottom}},
            {.colour = colour, .ground = true});
    };
    for (const CapLine& line : lines) {
        std::vector<QPointF> points;
        for (const PowerCap& cap : caps.caps)
            points.push_back({cap.share, line.value(cap) / line.value(free)});
        canvas.line(points, QPen(theme.part(line.like), canvas.px(2)));
    }
    if (const PowerCap* best = caps.best())
        mark(best->share,
             best->dollars_per_million > 0
                 ? PowerCapsChart::tr("cheapest: %1").arg(cap_text(best->share))
                 : PowerCapsChart::tr("least energy: %1").arg(cap_text(best->share)),
             theme.accent);
    if (caps.drawn_share < 1) mark(caps.drawn_share, PowerCapsChart::tr("as drawn"), theme.secondary);
    const double half = std::abs(canvas.x(caps.caps.front().share) - canvas.x(caps.caps.back().share)) /
                        std::max(1.0, 2.0 * static_cast<double>(caps.caps.size() - 1));
    for (const PowerCap& cap : caps.caps) {
        const double x = canvas.x(cap.share);
        canvas.hit(QRectF(QPointF(x - half, canvas.plot().top()), QPointF(x + half, canvas.plot().bottom())),
                   readout_of(caps, cap));
    }
}

} // namespace

PowerCapsChart::PowerCapsChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec PowerCapsChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = PowerCapsChart::tr("What power caps on the GPUs do");
    if (!data().have<PowerCaps>() || data().have<PowerCaps>()->caps.empty()) {
        spec.empty = empty_chart_text(
            data(), PowerCapsChart::tr("Choose a model and draw GPUs: what capping their power does to "
                                       "speed, power and money appears here."));
        return spec;
    }
    const PowerCaps& caps = *data().have<PowerCaps>();
    const PowerCap &free = caps.caps.front(), &best = *caps.best();
    const double slower = 1 - best.rate / free.rate, saved = 1 - best.facility / free.facility;
    spec.title = best.share >= 1
                     ? PowerCapsChart::tr("No power cap is cheaper than none")
                     : PowerCapsChart::tr("A power cap of %1 of the TDP: %2 less power, %3 slower")
                           .arg(cap_text(best.share), percent_text(saved), percent_text(slower));
    const PowerCap& least_energy = *caps.least_energy();
    spec.subtitle =
        joined({best.dollars_per_million > 0 && best.share < 1
                    ? PowerCapsChart::tr("%1 per million instead of %2")
                          .arg(shown(best.dollars_per_million, Dimension::money),
                               shown(free.dollars_per_million, Dimension::money))
                    : QString(),
                PowerCapsChart::tr("least energy at %1: %2 per million instead of %3")
                    .arg(cap_text(least_energy.share), kilowatt_hours(least_energy.energy_per_million),
                         kilowatt_hours(free.energy_per_million))});
    std::vector<CapLine> lines;
    double low = 1, high = 1;
    for (CapLine& line : lines_of(caps)) {
        spec.legend.push_back({line.key, line.name, theme.part(line.like), is_shown(line.key), true});
        if (!is_shown(line.key)) continue;
        for (const PowerCap& cap : caps.caps) {
            const double share = line.value(cap) / line.value(free);
            low = std::min(low, share);
            high = std::max(high, share);
        }
        lines.push_back(std::move(line));
    }
    PanelSpec panel;
    panel.heading = PowerCapsChart::tr("Against no cap");
    const double room = 0.06 * std::max(0.1, high - low);
    panel.x = {.title = PowerCapsChart::tr("Cap, share of the TDP"),
               .unit = QStringLiteral("%"),
               .low = caps.caps.back().share,
               .high = caps.caps.front().share};
    constexpr int every = 5; // %
    for (int percent = static_cast<int>(std::ceil(100 * panel.x.low - 1e-6));
         percent <= std::lround(100 * panel.x.high); ++percent)
        if (percent % every == 0) panel.x.ticks.push_back(percent / 100.0);
    panel.y = {.unit = QStringLiteral("%"), .low = low - room, .high = high + room};
    const double tick = high - low > 0.5 ? 0.25 : 0.1;
    for (double at = std::ceil(panel.y.low / tick) * tick; at < panel.y.high; at += tick)
        panel.y.ticks.push_back(at);
    panel.draw = [shared = data().have<PowerCaps>(), lines](ChartCanvas& canvas) {
        draw_caps(canvas, *shared, lines);
    };
    spec.panels.push_back(std::move(panel));
    return spec;
}

ChartTable PowerCapsChart::table() const {
    constexpr figures::ViewKey view[] = {{"share", "cap"},
                                         {"step_s", "wall_step"},
                                         {"rate", "rate"},
                                         {"facility_w", "facility"},
                                         {"energy_per_million_j", "energy_per_million"},
                                         {"dollars_per_million", "dollars_per_million"}};
    return table_of_list(data().have<PowerCaps>(), &PowerCaps::caps, view);
}

} // namespace roofrack
