// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/sensitivity_chart.h"

#include "core/answers/limits_answers.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double pale = 0.38;
constexpr int frame_px = 128;           ///< px of the picture's height beside its rows
constexpr int gap_px = 6, axis_px = 36; ///< px between a bar and its value, and beside the axis

QString signed_percent(double gain) {
    constexpr double nothing = 0.0005;
    if (std::abs(gain) < nothing) return QStringLiteral("0");
    return (gain < 0 ? QStringLiteral("−") : QStringLiteral("+")) + percent_text(std::abs(gain));
}

/// From the left to the right as the bars end.
QString both(double left, double right) {
    const QString text = joined({signed_percent(left), signed_percent(right)});
    return text == QStringLiteral("0 · 0") ? QStringLiteral("0") : text;
}

QColor paler(QColor colour) {
    colour.setAlphaF(static_cast<float>(pale));
    return colour;
}

/// How far a resource was scaled, in its own words.
struct TurnWords {
    QString less, more;
};

TurnWords words_of(ResourceKind kind) {
    switch (kind) {
    case ResourceKind::straggler:
    case ResourceKind::failures:
        return {SensitivityChart::tr("10 % more, twice"), SensitivityChart::tr("10 % less, half")};
    case ResourceKind::temperature:
        return {SensitivityChart::tr("2 K, 10 K warmer"), SensitivityChart::tr("2 K, 10 K cooler")};
    default: return {SensitivityChart::tr("10 % less, half"), SensitivityChart::tr("10 % more, twice")};
    }
}

QString readout_of(const Sensitivity& sensitivity) {
    const TurnWords words = words_of(sensitivity.gain.resource.kind);
    const auto line = [](const QString& what, double tenth, double far) {
        return SensitivityChart::tr("%1: %2, %3 faster")
            .arg(what, signed_percent(tenth), signed_percent(far));
    };
    return QStringLiteral("%1\n%2\n%3")
        .arg(qt(sensitivity.gain.label), line(words.more, sensitivity.gain.tenth, sensitivity.gain.twice),
             line(words.less, sensitivity.tenth_less, sensitivity.half));
}

/// Where the bars of a row end, and how wide the value beside each end is, px with its gap.
struct RowEnds {
    double low = 0, high = 0;
    double low_text = 0, high_text = 0;
};

RowEnds ends_of(const Sensitivity& sensitivity, bool is_first, const Theme& theme) {
    const Gain& gain = sensitivity.gain;
    const auto width = [&](const QString& text, Theme::Role role) {
        return QFontMetricsF(theme.font(role)).horizontalAdvance(text) + 2 * theme.spacing(gap_px);
    };
    return {std::min({0.0, sensitivity.half, sensitivity.tenth_less, gain.twice}),
            std::max({0.0, gain.twice, gain.tenth, sensitivity.half}),
            width(both(sensitivity.half, sensitivity.tenth_less), Theme::Role::secondary),
            width(both(gain.tenth, gain.twice), is_first ? Theme::Role::strong : Theme::Role::secondary)};
}

/// The axis over `width` px on which the bars are as long as they can be with the values at both ends.
void set_room(AxisSpec& axis, const std::vector<RowEnds>& rows, double width) {
    constexpr double least_of_bars = 0.2;        // share of the width, however wide the values
    double pixels = INFINITY, low = 0, high = 0; // px of a gain of 1
    for (const RowEnds& left : rows)
        for (const RowEnds& right : rows)
            if (right.high > left.low)
                pixels = std::min(pixels,
                                  std::max(least_of_bars * width, width - left.low_text - right.high_text) /
                                      (right.high - left.low));
    for (const RowEnds& each : rows) {
        low = std::min(low, each.low - each.low_text / pixels);
        high = std::max(high, each.high + each.high_text / pixels);
    }
    axis.low = low;
    axis.high = high;
}

/// The far turn pale, the tenth strong, from nothing to both sides.
void draw_sensitivities(ChartCanvas& canvas, const std::vector<Sensitivity>& sensitivities) {
    const Theme& theme = canvas.theme();
    const double half = std::min((canvas.y(1) - canvas.y(0)) * 0.34, canvas.px(13));
    const double zero = canvas.x(0);
    for (size_t i = 0; i < sensitivities.size(); ++i) {
        const Sensitivity& sensitivity = sensitivities[i];
        const double y = canvas.y(static_cast<double>(i));
        const QColor colour = theme.part(sensitivity.gain.part);
        const auto bar = [&](double gain) {
            const double end = canvas.x(gain);
            return QRectF(QPointF(std::min(zero, end), y - half), QPointF(std::max(zero, end), y + half));
        };
        canvas.box(bar(sensitivity.gain.twice), paler(colour));
        canvas.box(bar(sensitivity.half), paler(colour));
        canvas.box(bar(sensitivity.gain.tenth), colour);
        canvas.box(bar(sensitivity.tenth_less), colour);
        const double left =
            std::min({bar(sensitivity.half).left(), bar(sensitivity.gain.twice).left(), zero});
        const double right =
            std::max({bar(sensitivity.gain.twice).right(), bar(sensitivity.half).right(), zero});
        canvas.label(both(sensitivity.gain.tenth, sensitivity.gain.twice), {{{right + canvas.px(gap_px), y}}},
                     {.role = i == 0 ? Theme::Role::strong : Theme::Role::secondary, .ground = true});
        canvas.label(both(sensitivity.half, sensitivity.tenth_less),
                     {{{left - canvas.px(gap_px), y}, Qt::AlignRight | Qt::AlignVCenter}}, {.ground = true});
        canvas.hit(QRectF(QPointF(left, y - half), QPointF(right, y + half))
                       .adjusted(-canvas.px(3), 0, canvas.px(3), 0),
                   readout_of(sensitivity), qt(name_of(sensitivity.gain.part)));
    }
    canvas.rule({zero, canvas.plot().top()}, {zero, canvas.plot().bottom()}, QPen(theme.text, canvas.px(1)),
                ChartCanvas::Avoid::no);
}

} // namespace

SensitivityChart::SensitivityChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec SensitivityChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = SensitivityChart::tr("What binds");
    spec.source = source_line(data());
    const auto evaluation = data().evaluation();
    if (!evaluation || data().have_or_empty<Sensitivities>().sensitivities.empty()) {
        spec.empty = empty_chart_text(
            data(), SensitivityChart::tr("Choose a model and draw GPUs: what holds their step back, and "
                                         "what more of each thing brings, appears here."));
        return spec;
    }
    spec.title = SensitivityChart::tr("What binds: %1").arg(qt(evaluation->binds));
    spec.subtitle = joined({qt(evaluation->waits),
                            evaluation->after_that.empty()
                                ? QString()
                                : SensitivityChart::tr("after that: %1").arg(qt(evaluation->after_that)),
                            SensitivityChart::tr("wall-clock step %1").arg(shown(evaluation->step_time))});
    const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(6);
    const auto most = static_cast<size_t>(std::max(2.0, (size.height() - theme.spacing(frame_px)) / pitch));
    std::vector<Sensitivity> rows = data().have_or_empty<Sensitivities>().sensitivities;
    const size_t left_out = rows.size() > most ? rows.size() - most : 0;
    rows.resize(rows.size() - left_out);
    if (left_out > 0)
        spec.subtitle =
            joined({spec.subtitle, SensitivityChart::tr("%1 smaller ones in the table").arg(left_out)});

    PanelSpec panel;
    panel.heading = SensitivityChart::tr("How much faster the step is with less, and with more");
    std::vector<RowEnds> ends;
    double names = 0;
    const QFontMetricsF name_metrics(theme.font(Theme::Role::strong));
    for (const Sensitivity& sensitivity : rows) {
        ends.push_back(ends_of(sensitivity, ends.empty(), theme));
        panel.y.categories << qt(sensitivity.gain.label);
        names = std::max(names, name_metrics.horizontalAdvance(panel.y.categories.back()));
    }
    panel.x = {.unit = QStringLiteral("%")};
    set_room(panel.x, ends, std::max(1.0, size.width() * 0.95 - names - theme.spacing(axis_px)));
    panel.y.show_rows(rows.size());
    panel.y.emphasised = 0;
    panel.draw = [rows](ChartCanvas& canvas) { draw_sensitivities(canvas, rows); };
    spec.panels.push_back(panel);
    spec.legend.push_back({{}, SensitivityChart::tr("a tenth"), theme.secondary});
    spec.legend.push_back({{}, SensitivityChart::tr("twice, or half"), paler(theme.secondary)});
    return spec;
}

ChartTable SensitivityChart::table() const {
    ChartTable out;
    out.columns = {{"resource", ""},    {"changes most", ""}, {"half", "%"},
                   {"tenth less", "%"}, {"tenth more", "%"},  {"twice", "%"}};
    for (const Sensitivity& sensitivity : data().have_or_empty<Sensitivities>().sensitivities)
        out.rows.push_back({sensitivity.gain.label, std::string(label_of(sensitivity.gain.part)),
                            sensitivity.half, sensitivity.tenth_less, sensitivity.gain.tenth,
                            sensitivity.gain.twice});
    return out;
}

} // namespace roofrack
