// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured_curve/rate_panel.h"

#include "core/study/curve/curve_line.h"
#include "core/study/measured_against.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured_curve/measured_curve_chart.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// Rates as the chart shows them.
struct RateScale {
    StudyValue value;
    double first_rate; ///< a GPU, at the smallest measured count: the ideal

    double of(double gpus, double rate) const {
        ScalePoint point;
        point.gpus = gpus;
        point.progress = rate;
        return value_of(value, point, first_rate);
    }
};

RateScale scale_of(const MeasuredStudy& study, StudyValue value) {
    const MeasuredRate& first = study.fit.curve.points.front();
    return {value, first.rate / first.gpus};
}

QString rate_text(const ScalingFit& fit, double rate) {
    const QString number = shown(rate, Dimension::number);
    return fit.curve.unit == RateUnit::speedup ? number + QStringLiteral("×") : number;
}

QString readout(const ScalingFit& fit, const ScalingFit::Row& row) {
    QString out = row.measured ? MeasuredCurveChart::tr("%1 GPUs, measured: %2")
                                     .arg(count_text(row.gpus), rate_text(fit, *row.measured))
                               : MeasuredCurveChart::tr("%1 GPUs").arg(count_text(row.gpus));
    if (row.measured) {
        const auto point = std::ranges::find(fit.curve.points, row.gpus, &MeasuredRate::gpus);
        if (point->times > 1)
            out += u'\n' + MeasuredCurveChart::tr("mean of %1 measurements").arg(point->times);
    }
    if (row.forecast)
        out += u'\n' + MeasuredCurveChart::tr("forecast %1 (90 %: %2 to %3)")
                           .arg(rate_text(fit, row.forecast->rate), rate_text(fit, row.forecast->low),
                                rate_text(fit, row.forecast->high));
    out +=
        u'\n' +
        MeasuredCurveChart::tr("Amdahl %1, USL %2").arg(rate_text(fit, row.amdahl), rate_text(fit, row.usl));
    const QString efficiency = percent_text(row.efficiency),
                  first = count_text(fit.curve.points.front().gpus);
    out += u'\n';
    out += row.elasticity ? MeasuredCurveChart::tr("%1 of the rate a GPU at %2 · elasticity %3, %4")
                                .arg(efficiency, first, QString::number(row.elasticity->rate, 'f', 2),
                                     in_words(name_of(*row.regime)))
                          : MeasuredCurveChart::tr("%1 of the rate a GPU at %2").arg(efficiency, first);
    return out;
}

template<class Value>
std::vector<QPointF> line_of_rows(const ScalingFit& fit, RateScale scale, Value value) {
    std::vector<QPointF> out;
    for (const ScalingFit::Row& row : fit.rows) out.emplace_back(row.gpus, scale.of(row.gpus, value(row)));
    return out;
}

void draw_band(ChartCanvas& canvas, const ScalingFit& fit, RateScale scale) {
    if (!fit.has_line()) return;
    QPolygonF outline;
    for (const ScalingFit::Row& row : fit.rows)
        outline << canvas.at(row.gpus, scale.of(row.gpus, row.forecast->high));
    for (auto row = fit.rows.rbegin(); row != fit.rows.rend(); ++row)
        outline << canvas.at(row->gpus, scale.of(row->gpus, row->forecast->low));
    QColor fill = canvas.theme().accent;
    fill.setAlphaF(canvas.theme().is_dark ? 0.24f : 0.16f);
    canvas.area(outline, fill);
}

/// Where a tenth more GPUs begin to give too little, with its band.
void mark_bend(ChartCanvas& canvas, const ScalingFit& fit) {
    const Theme& theme = canvas.theme();
    const double first = fit.curve.points.front().gpus;
    if (fit.bends <= 0) return;
    const QRectF plot = canvas.plot();
    const double x = canvas.x(std::max(first, fit.bends));
    if (fit.bends > first) {
        const double low = canvas.x(std::max(first, fit.bends_low)),
                     high = fit.bends_high > 0 ? canvas.x(fit.bends_high) : plot.right();
        QColor band = theme.warning;
        band.setAlphaF(0.10f);
        canvas.box(QRectF(QPointF(low, plot.top()), QPointF(high, plot.bottom())), band);
        canvas.rule({x, plot.top()}, {x, plot.bottom()}, QPen(theme.warning, 1, Qt::DashLine));
    }
    const QString text = fit.bends > first
                             ? MeasuredCurveChart::tr("bends at %1 GPUs:\na tenth more give < 9 %")
                                   .arg(count_text(std::round(fit.bends)))
                             : MeasuredCurveChart::tr("bent from the start:\na tenth more give < 9 %");
    const QPointF top(x + canvas.px(6), plot.top() + canvas.px(6));
    canvas.label(text,
                 {{top, Qt::AlignLeft | Qt::AlignTop},
                  {{x - canvas.px(6), top.y()}, Qt::AlignRight | Qt::AlignTop},
                  {{x + canvas.px(6), plot.bottom() - canvas.px(6)}, Qt::AlignLeft | Qt::AlignBottom}},
                 {.colour = theme.warning});
}

/// What the points say nothing of: beyond one server, beyond the validation metric's ceiling.
void mark_limits(ChartCanvas& canvas, const ScalingFit& fit) {
    const Theme& theme = canvas.theme();
    const QRectF plot = canvas.plot();
    const auto mark = [&](double gpus, const QString& text, const QColor& colour) {
        const double x = canvas.x(gpus);
        if (x <= plot.left() + 1 || x >= plot.right() - 1) return;
        canvas.rule({x, plot.top()}, {x, plot.bottom()}, QPen(colour, 1, Qt::DotLine));
        std::vector<LabelPlace> places;
        for (const double share : {1.0, 0.84, 0.7}) {
            const double y = plot.top() + share * plot.height() - canvas.px(6);
            places.push_back({{x + canvas.px(6), y}, Qt::AlignLeft | Qt::AlignBottom});
            places.push_back({{x - canvas.px(6), y}, Qt::AlignRight | Qt::AlignBottom});
        }
        canvas.label(text, places, {.colour = colour});
    };
    mark(fit.node_gpus, MeasuredCurveChart::tr("one server:\n%1 GPUs").arg(count_text(fit.node_gpus)),
         theme.secondary);
    if (fit.ceiling && fit.ceiling->broken > 0 && fit.ceiling->stable > 0)
        mark(fit.ceiling->stable,
             MeasuredCurveChart::tr("%1 holds\nto %2 GPUs")
                 .arg(qt(fit.ceiling->metric), count_text(fit.ceiling->stable)),
             theme.critical);
}

void name_last(ChartCanvas& canvas, const ScalingFit& fit, RateScale scale) {
    const MeasuredRate& last = fit.curve.points.back();
    const auto row = std::ranges::find(fit.rows, last.gpus, &ScalingFit::Row::gpus);
    canvas.label_around(MeasuredCurveChart::tr("%1 GPUs: %2 of\nthe rate a GPU at %3")
                            .arg(count_text(last.gpus), percent_text(row->efficiency),
                                 count_text(fit.curve.points.front().gpus)),
                        canvas.at(last.gpus, scale.of(last.gpus, last.rate)), canvas.px(5),
                        {.role = Theme::Role::strong, .halo = true});
}

void name_ideal(ChartCanvas& canvas, const ScalingFit& fit, RateScale scale) {
    const double low = fit.rows.front().gpus, high = fit.rows.back().gpus;
    std::vector<LabelPlace> along;
    for (const double share : {0.55, 0.65, 0.45, 0.35, 0.75}) {
        const double gpus = low * std::pow(high / low, share);
        along.push_back({canvas.at(gpus, ideal_value(scale.value, gpus, scale.first_rate)) -
                             QPointF(canvas.px(6), canvas.px(2)),
                         Qt::AlignRight | Qt::AlignBottom});
    }
    canvas.label(MeasuredCurveChart::tr("ideal: each as of %1").arg(count_text(low)), along,
                 {.colour = canvas.theme().secondary});
}

void draw_rates(ChartCanvas& canvas, const ChartData& data, const MeasuredStudy& study, StudyValue value,
                RateLines lines) {
    const Theme& theme = canvas.theme();
    const ScalingFit& fit = study.fit;
    const RateScale scale = scale_of(study, value);
    draw_band(canvas, fit, scale);
    mark_bend(canvas, fit);
    const double low = fit.rows.front().gpus, high = fit.rows.back().gpus;
    canvas.line({{low, ideal_value(value, low, scale.first_rate)},
                 {high, ideal_value(value, high, scale.first_rate)}},
                QPen(theme.secondary, canvas.px(1), Qt::DotLine));
    if (lines.model) {
        std::vector<QPointF> model;
        for (const ScalePoint& point : model_line(study, data.given()))
            model.emplace_back(point.gpus, scale.of(point.gpus, point.progress));
        canvas.line(model, QPen(theme.secondary, canvas.px(1.5), Qt::DashLine));
    }
    if (fit.has_line())
        canvas.line(line_of_rows(fit, scale, [](const auto& row) { return row.forecast->rate; }),
                    QPen(theme.accent, canvas.px(2.5), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    // Over the forecast, from which they part late.
    if (lines.amdahl)
        canvas.line(line_of_rows(fit, scale, [](const auto& row) { return row.amdahl; }),
                    QPen(amdahl_colour(theme), canvas.px(1.25)));
    if (lines.usl)
        canvas.line(line_of_rows(fit, scale, [](const auto& row) { return row.usl; }),
                    QPen(usl_colour(theme), canvas.px(1.25)));
    for (size_t i = 0; i < fit.rows.size(); ++i) {
        const ScalingFit::Row& row = fit.rows[i];
        const double x = canvas.x(row.gpus);
        const double left = i > 0 ? (canvas.x(fit.rows[i - 1].gpus) + x) / 2 : canvas.plot().left();
        const double right =
            i + 1 < fit.rows.size() ? (x + canvas.x(fit.rows[i + 1].gpus)) / 2 : canvas.plot().right();
        canvas.hit(QRectF(left, canvas.plot().top(), right - left, canvas.plot().height()),
                   readout(fit, row));
    }
    for (const ScalingFit::Row& row : fit.rows) {
        if (!row.measured) continue;
        const QPointF at = canvas.at(row.gpus, scale.of(row.gpus, *row.measured));
        canvas.dot(at, canvas.px(4.5), theme.panel, theme.text, canvas.px(2));
        canvas.keep_free(QRectF(at.x() - 6, at.y() - 6, 12, 12));
        canvas.hit(QRectF(at.x() - 8, at.y() - 8, 16, 16), readout(fit, row));
    }
    name_last(canvas, fit, scale);
    mark_limits(canvas, fit);
    name_ideal(canvas, fit, scale);
}

} // namespace

QColor amdahl_colour(const Theme& theme) { return theme.part(StepPart::tensor_comm); }
QColor usl_colour(const Theme& theme) { return theme.part(StepPart::checkpoint); }

QString unit_text(RateUnit unit) {
    switch (unit) {
    case RateUnit::any: return MeasuredCurveChart::tr("as the file counts");
    case RateUnit::tokens: return MeasuredCurveChart::tr("tokens per second");
    case RateUnit::samples: return MeasuredCurveChart::tr("samples per second");
    case RateUnit::images: return MeasuredCurveChart::tr("images per second");
    case RateUnit::steps: return MeasuredCurveChart::tr("steps per second");
    case RateUnit::speedup: return MeasuredCurveChart::tr("times one");
    }
    return {};
}

std::vector<ScalePoint> model_line(const MeasuredStudy& study, const ScaleResult& given) {
    std::vector<ScalePoint> out;
    if (study.against.factor <= 0 || given.metric != study.against.metric) return out;
    const double low = study.fit.rows.front().gpus, high = study.fit.rows.back().gpus;
    for (ScalePoint point : line_of(given)) {
        if (point.gpus < low || point.gpus > high) continue;
        point.progress *= study.against.factor;
        out.push_back(std::move(point));
    }
    return out;
}

PanelSpec rate_panel(const std::shared_ptr<const ChartData>& data, const MeasuredStudy& study,
                     StudyValue value, RateLines lines) {
    const ScalingFit& fit = study.fit;
    const RateScale scale = scale_of(study, value);
    double least = std::numeric_limits<double>::infinity(), most = 0;
    const auto take = [&](double gpus, double rate) {
        least = std::min(least, scale.of(gpus, rate));
        most = std::max(most, scale.of(gpus, rate));
    };
    for (const ScalingFit::Row& row : fit.rows) {
        for (const double rate :
             {row.amdahl, row.measured.value_or(row.usl), lines.usl ? row.usl : row.amdahl})
            take(row.gpus, rate);
        if (row.forecast)
            for (const double rate : {row.forecast->low, row.forecast->high}) take(row.gpus, rate);
        take(row.gpus, row.gpus * scale.first_rate);
    }
    if (lines.model)
        for (const ScalePoint& point : model_line(study, data->given())) take(point.gpus, point.progress);
    PanelSpec panel;
    panel.x = {.scale = AxisSpec::Scale::logarithmic,
               .title = MeasuredCurveChart::tr("GPUs"),
               .low = fit.rows.front().gpus,
               .high = fit.rows.back().gpus};
    for (const MeasuredRate& point : fit.curve.points) panel.x.ticks.push_back(point.gpus);
    // The doublings of the smallest, where they do not stand beside a measured count.
    for (double gpus = 2 * fit.curve.points.front().gpus; gpus < fit.curve.points.back().gpus; gpus *= 2)
        if (std::ranges::none_of(fit.curve.points, [&](const MeasuredRate& point) {
                return std::abs(std::log2(point.gpus / gpus)) < 0.5;
            }))
            panel.x.ticks.push_back(gpus);
    std::ranges::sort(panel.x.ticks);
    for (double gpus = 2 * fit.curve.points.back().gpus; gpus <= fit.farthest; gpus *= 2)
        panel.x.ticks.push_back(gpus);
    switch (value) {
    case StudyValue::speedup:
        panel.heading = MeasuredCurveChart::tr("Speed-up (ideal = GPUs)");
        panel.y.unit = QStringLiteral("×");
        break;
    case StudyValue::rate:
        panel.heading = MeasuredCurveChart::tr("Rate, %1").arg(unit_text(fit.curve.unit));
        break;
    case StudyValue::efficiency:
        panel.heading = MeasuredCurveChart::tr("Efficiency, share of the rate a GPU at %1")
                            .arg(count_text(fit.curve.points.front().gpus));
        panel.y.unit = QStringLiteral("%");
        break;
    }
    if (value == StudyValue::efficiency) {
        panel.y.high = most * 1.05;
    } else {
        panel.y.scale = AxisSpec::Scale::logarithmic;
        panel.y.low = least / 1.25;
        panel.y.high = most * 1.15;
    }
    panel.draw = [data, &study, value, lines](ChartCanvas& canvas) {
        draw_rates(canvas, *data, study, value, lines);
    };
    return panel;
}

} // namespace roofrack
