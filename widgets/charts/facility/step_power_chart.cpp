// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/facility/step_power_chart.h"

#include "core/base/units/energy_text.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/load_swing_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/facility/facility_text.h"
#include "widgets/charts/facility/swing_panel.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double least_named = 0.01; ///< least share of the step that is named
constexpr int high_for_note = 400;   ///< px

QString limit_text(const FacilityStudy& study) {
    return study.site_limit ? StepPowerChart::tr("limit %1").arg(shown(*study.site_limit)) : QString();
}

void draw_wave(ChartCanvas& canvas, const FacilityStudy& study) {
    const Theme& theme = canvas.theme();
    const double ground = canvas.plot().bottom();
    Seconds at{};
    std::vector<QPointF> outline;
    for (const PowerWave::Phase& phase : study.wave.phases) {
        const double left = canvas.x(at.si()), right = canvas.x((at + phase.time).si()),
                     top = canvas.y(phase.power.si());
        const QRectF box(QPointF(left, top), QPointF(right, ground));
        canvas.box(box, theme.part(phase.part));
        const QString name = to_qt(label_of(phase.part));
        if (canvas.text_size(name).width() + canvas.px(8) < box.width())
            canvas.label(name,
                         {{{box.center().x(), ground - canvas.px(6)}, Qt::AlignHCenter | Qt::AlignBottom}},
                         {.colour = theme.text_on(theme.part(phase.part))});
        canvas.hit(box, StepPowerChart::tr("%1\n%2 for %3").arg(name, shown(phase.power), shown(phase.time)),
                   qt(name_of(phase.part)));
        outline.push_back({at.si(), phase.power.si()});
        at += phase.time;
        outline.push_back({at.si(), phase.power.si()});
    }
    canvas.line(outline, QPen(theme.text, canvas.px(1.5)));
    // Beside the plot, so that no text lies on what is drawn.
    const double line = canvas.text_size(QStringLiteral("0")).height();
    const auto say = [&](const QString& text, double y, const QColor& colour) {
        canvas.label(text, {{{canvas.plot().right() + canvas.px(6), y}}},
                     {.colour = colour, .may_leave_plot = true});
    };
    const auto level = [&](Watts power, const QColor& colour, Qt::PenStyle style) {
        const double y = canvas.y(power.si());
        canvas.rule({canvas.plot().left(), y}, {canvas.plot().right(), y},
                    QPen(colour, canvas.px(1.5), style));
        return y;
    };
    const double metered = level(study.state.metered, theme.text, Qt::DashLine);
    say(shown(study.state.metered), metered, theme.text);
    say(window_text(study.meter_window), metered + line, theme.secondary);
    if (!study.site_limit) return;
    const double limit = level(*study.site_limit, theme.critical, Qt::SolidLine);
    const bool is_under = limit > metered;
    const double nearest = is_under ? metered + 2 * line : metered - line;
    say(limit_text(study), is_under ? std::max(limit, nearest) : std::min(limit, nearest), theme.critical);
}

} // namespace

StepPowerChart::StepPowerChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec StepPowerChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = StepPowerChart::tr("The site's power over one step");
    if (!data().have<FacilityStudy>() || data().have<FacilityStudy>()->wave.phases.empty()) {
        spec.empty = empty_chart_text(
            data(), StepPowerChart::tr("Choose a model and draw racks: the power that the grid sees over a "
                                       "step appears here."));
        return spec;
    }
    spec.alert = standstill_alert(data());
    const FacilityStudy& study = *data().have<FacilityStudy>();
    const PowerWave& wave = study.wave;
    const Watts range = wave.range();
    const auto allowed = [](const std::optional<Watts>& limit) {
        return limit ? StepPowerChart::tr(" of %1 allowed").arg(shown(*limit)) : QString();
    };
    spec.title = StepPowerChart::tr("The site's power ranges over %1 in every step").arg(shown(range));
    spec.subtitle =
        joined({study.swing_limit
                    ? StepPowerChart::tr("range %1%2").arg(shown(range), allowed(study.swing_limit))
                    : QString(),
                StepPowerChart::tr("computing to communicating %1").arg(shown(study.swing.amplitude)),
                StepPowerChart::tr("%1 between 0.1 and 20 Hz")
                    .arg(shown(study.swing.band(grid_low, grid_high)))}) +
        u'\n' +
        joined({StepPowerChart::tr("a start or stop moves %1%2")
                    .arg(shown(study.start), allowed(study.ramp_limit)),
                StepPowerChart::tr("storage to flatten it %1")
                    .arg(qt(meter_energy_text(wave.storage().energy)))});
    const SwingRows rows = swing_rows(data().have<LoadSwingStudy>().get(), theme, size);
    const QString mitigation =
        rows == SwingRows::all ? QString() : swing_text(data().have<LoadSwingStudy>().get());
    if (!mitigation.isEmpty())
        spec.subtitle += u'\n' + mitigation;
    else if (size.height() >= theme.spacing(high_for_note))
        spec.subtitle +=
            u'\n' + StepPowerChart::tr("Equal parts stand together; in a step they come in pieces, "
                                       "and no window sees more.");
    for (const PowerWave::Phase& phase : wave.phases)
        if (phase.time > wave.step * least_named)
            spec.legend.push_back({{}, to_qt(label_of(phase.part)), theme.part(phase.part)});
    PanelSpec panel;
    panel.heading = StepPowerChart::tr("Power at the meter");
    const double top = std::max({wave.highest.si(), study.site_limit ? study.site_limit->si() : 0});
    panel.x = {.title = StepPowerChart::tr("Time in a step at work, failures and checkpoints apart"),
               .unit = QStringLiteral("s"),
               .low = 0,
               .high = wave.step.si()};
    panel.y = {.unit = QStringLiteral("W"), .low = 0, .high = top * 1.1};
    const QFontMetricsF metrics(theme.font(Theme::Role::secondary));
    double beside = 0;
    for (const QString& text :
         {shown(study.state.metered), window_text(study.meter_window), limit_text(study)})
        beside = std::max(beside, metrics.horizontalAdvance(text));
    panel.right_margin = static_cast<int>(std::ceil(beside)) + theme.spacing(10);
    panel.draw = [shared = data().have<FacilityStudy>()](ChartCanvas& canvas) { draw_wave(canvas, *shared); };
    spec.panels.push_back(std::move(panel));
    spec.stacked = true;
    if (rows != SwingRows::none)
        spec.panels.push_back(swing_panel(*data().have<LoadSwingStudy>(), rows, theme));
    return spec;
}

ChartTable StepPowerChart::table() const {
    ChartTable out;
    out.columns = {{"part", ""}, {"time", "s"}, {"power", "W"}};
    if (!data().have<FacilityStudy>()) return out;
    for (const PowerWave::Phase& phase : data().have<FacilityStudy>()->wave.phases)
        out.rows.push_back({std::string(name_of(phase.part)), phase.time.si(), phase.power.si()});
    if (data().have<LoadSwingStudy>()) add_mitigations(*data().have<LoadSwingStudy>(), out);
    return out;
}

} // namespace roofrack
