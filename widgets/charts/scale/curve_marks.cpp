// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/curve_marks.h"

#include "core/answers/measured_answers.h"
#include "core/base/constants/defaults.h"
#include "core/study/regimes.h"
#include "core/study/room/room_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/quantity_text.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

QString plan_of_line(const ScaleResult& study, const ScalePoint& point) {
    return study.replanned ? ScalingChart::tr("best plan: tp %1 · pp %2 · dp %3 · micro-batch %4")
                                 .arg(point.plan.tp)
                                 .arg(point.plan.pp)
                                 .arg(point.plan.dp)
                                 .arg(point.plan.micro_batch)
                           : ScalingChart::tr("plan as given");
}

/// What the pointer reads of a size. As in the chart, speed-up and efficiency are held against the main line:
/// its smallest size and its ideal.
QString readout(const CurveView& view, const ScaleResult& study, const ScalePoint& point,
                const QString& scenario) {
    const ScaleResult& reference = view.main();
    const auto figure = [&](ScaleQuantity quantity) {
        return quantity_figure(quantity, quantity_of(quantity, point, reference), reference);
    };
    QStringList lines;
    if (!scenario.isEmpty()) lines << scenario;
    lines << ScalingChart::tr("%1 GPUs, %2").arg(count_text(point.gpus), plan_of_line(study, point));
    if (view.shown.quantity != ScaleQuantity::speedup && view.shown.quantity != ScaleQuantity::efficiency)
        lines << banded_figure(view.shown.quantity, point, reference);
    lines << ScalingChart::tr("speed-up %1, %2")
                 .arg(figure(ScaleQuantity::speedup), figure(ScaleQuantity::efficiency));
    lines << ScalingChart::tr("step %1 productive, %2 by the wall clock")
                 .arg(shown(point.productive_step), shown(point.wall_step));
    lines << ScalingChart::tr("band of the step %1 to %2")
                 .arg(shown(point.step_time_low), shown(point.step_time_high));
    if (point.regime)
        lines << ScalingChart::tr("elasticity %1, %2")
                     .arg(QString::number(point.elasticity, 'f', 2), in_words(name_of(*point.regime)));
    if (point.gpus > study.drawn_gpus) lines << assumed_text(study.beyond).split(u'\n');
    return lines.join(u'\n');
}

QRectF span_rect(const CurveView& view, const RegimeStretch& span) {
    const QRectF plot = view.canvas.plot();
    return QRectF(QPointF(view.canvas.x(span.from), plot.top()),
                  QPointF(view.canvas.x(span.to), plot.bottom())) &
           plot;
}

/// What a stretch that rises below what fewer GPUs do is tinted with, by which it is not called good.
QColor slower_band(const Theme& theme) {
    QColor out = theme.secondary;
    out.setAlphaF(0.08f);
    return out;
}

QString stretch_text(const RegimeStretch& span) {
    const QString name = in_words(name_of(span.regime));
    return span.faster_gpus > 0
               ? ScalingChart::tr("%1, slower than %2 GPUs").arg(name, count_text(span.faster_gpus))
               : name;
}

} // namespace

void draw_regimes(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    for (const RegimeStretch& span : regime_stretches(view.main())) {
        const QRectF rect = span_rect(view, span);
        if (rect.isEmpty()) continue;
        canvas.box(rect, span.faster_gpus > 0 ? slower_band(canvas.theme())
                                              : canvas.theme().regime_band(span.regime));
        if (span.border && canvas.x(span.from) >= canvas.plot().left())
            canvas.rule(rect.topLeft(), rect.bottomLeft(),
                        QPen(canvas.theme().regime(span.regime), 1, Qt::DotLine));
    }
}

void name_regimes(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    for (const RegimeStretch& span : regime_stretches(view.main())) {
        const QRectF rect =
            span_rect(view, span).adjusted(canvas.px(8), canvas.px(6), -canvas.px(8), -canvas.px(6));
        QString name = stretch_text(span);
        if (span.faster_gpus > 0 && canvas.text_size(name).width() > rect.width())
            name = ScalingChart::tr("slower");
        if (canvas.text_size(name).width() > rect.width()) continue;
        canvas.label(name,
                     {{rect.topLeft(), Qt::AlignLeft | Qt::AlignTop},
                      {rect.topRight(), Qt::AlignRight | Qt::AlignTop},
                      {rect.bottomLeft(), Qt::AlignLeft | Qt::AlignBottom}},
                     {.role = Theme::Role::secondary,
                      .colour = span.faster_gpus > 0 ? canvas.theme().secondary
                                                     : canvas.theme().regime_text(span.regime)});
    }
}

void draw_gaps(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const ScaleResult& study = view.main();
    const std::vector<ScalePoint> points = points_that_run(study);
    const Theme& theme = canvas.theme();
    for (size_t i = 0; i < study.gaps.size(); ++i) {
        const SizesWithoutPlan& gap = study.gaps[i];
        const auto next = std::ranges::upper_bound(points, gap.to, {}, &ScalePoint::gpus);
        double from = next == points.begin() ? gap.from : (next - 1)->gpus;
        double to = next == points.end() ? gap.to : next->gpus;
        // Beside sizes that cannot run for another reason it ends where those begin.
        if (i > 0 && study.gaps[i - 1].to > from) from = gap.from;
        if (i + 1 < study.gaps.size()) to = std::min(to, study.gaps[i + 1].from);
        QRectF rect(QPointF(canvas.x(from), canvas.plot().top()),
                    QPointF(canvas.x(to), canvas.plot().bottom()));
        rect = rect & canvas.plot();
        const QString readout =
            ScalingChart::tr("%1 cannot run\n%2").arg(qt(gap.sizes_text()), qt(gap.reason));
        canvas.hit(rect.width() < 6 ? rect.adjusted(-3, 0, 3, 0) : rect, readout);
        const auto without = sizes_without_line(study, i);
        if (!without) continue; // nothing lies over the line
        rect = QRectF(QPointF(canvas.x(without->from), canvas.plot().top()),
                      QPointF(canvas.x(without->to), canvas.plot().bottom())) &
               canvas.plot();
        if (rect.width() < canvas.px(3)) continue;
        canvas.hatch(rect, theme.line);
        const QString reason = qt(gap.reason).section(u':', 0, 0);
        if (canvas.text_size(reason).width() < rect.width() - canvas.px(12))
            canvas.label(reason, {{rect.center(), Qt::AlignHCenter | Qt::AlignVCenter}},
                         {.colour = theme.secondary, .ground = true});
    }
}

void name_borders(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const ScaleResult& study = view.main();
    for (size_t i = 0; i < study.borders.size(); ++i) {
        const ScaleBorder& border = study.borders[i];
        const double left = canvas.x(border.gpus),
                     right =
                         canvas.x(i + 1 < study.borders.size() ? study.borders[i + 1].gpus : view.range.high);
        const QRectF plot = canvas.plot();
        if (left < plot.left() || left > plot.right()) continue;
        const bool worse = border.worsens();
        const QString at = gpus_text(study, border.gpus), grows = effect_text(border);
        const QString text = worse ? at + QStringLiteral(":\n") + grows : at;
        const double width =
            std::max(canvas.text_size(at).width(), worse ? canvas.text_size(grows).width() : 0);
        std::vector<LabelPlace> places;
        const auto down = [&](double share) { return plot.top() + share * plot.height(); };
        for (const auto& [y, side] : {std::pair{plot.bottom() - canvas.px(6), Qt::AlignBottom},
                                      {plot.top() + canvas.px(26), Qt::AlignTop},
                                      {down(0.7), Qt::AlignVCenter},
                                      {down(0.55), Qt::AlignVCenter},
                                      {down(0.4), Qt::AlignVCenter}}) {
            if (width < right - left - canvas.px(12))
                places.push_back({{left + canvas.px(8), y}, Qt::AlignLeft | side});
            places.push_back({{left - canvas.px(8), y}, Qt::AlignRight | side});
        }
        canvas.label(text, places);
        QString readout =
            ScalingChart::tr("%1 ends at %2").arg(in_words(name_of(border.from)), at) + u'\n' +
            (border.to == Regime::degrading ? ScalingChart::tr("%1 takes more time from there on")
             : worse                        ? ScalingChart::tr("%1 takes more of the ideal from there on")
                                            : ScalingChart::tr("%1 stops growing there"))
                .arg(cause_text(border));
        for (const BorderMitigation& mitigation : border.mitigations) {
            const QString there = border_mitigation_text(study, border, mitigation);
            readout += u'\n' + (mitigation.caution.empty()
                                    ? there
                                    : ScalingChart::tr("%1: %2").arg(there, qt(mitigation.caution)));
        }
        canvas.hit(QRectF(left - 4, plot.top(), 8, plot.height()), readout);
    }
}

void name_assumed(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const ScaleResult& study = view.main();
    const QRectF plot = canvas.plot();
    const double from = canvas.x(study.drawn_gpus);
    if (study.beyond.gpus <= 0 || view.range.high <= study.drawn_gpus || from > plot.right()) return;
    QString text = assumed_text(study.beyond);
    if (const auto fit =
            view.data.have<RoomStudy>() ? view.data.have<RoomStudy>()->gpus_that_fit() : std::nullopt)
        text += u'\n' + ScalingChart::tr("the room as it is takes %1 GPUs").arg(count_text(*fit));
    const double right = plot.right() - canvas.px(6);
    if (canvas.text_size(text).width() > right - std::max(from, plot.left()) - canvas.px(6)) return;
    std::vector<LabelPlace> places;
    for (const double share : {0.0, 0.08, 0.16, 0.92, 0.84, 0.76, 0.68, 0.6})
        places.push_back({{right, plot.top() + canvas.px(6) + share * (plot.height() - canvas.px(12))},
                          Qt::AlignRight | (share < 0.5 ? Qt::AlignTop : Qt::AlignBottom)});
    canvas.label(text, places, {.colour = canvas.theme().secondary});
}

void mark_drawn(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const Theme& theme = canvas.theme();
    const ScaleResult &main = view.main(), &given = view.data.given(), &best = view.data.best();
    const auto marked = view.marked_at(CurveMark::Kind::drawn);
    if (!marked) return;
    const ScalePoint& here = *main.at(main.drawn_gpus);
    const QPointF at = *marked;
    canvas.dot(at, canvas.px(5), theme.panel, theme.accent, canvas.px(2.5));
    // A speed-up alone does not say how good it is.
    const ScaleQuantity said =
        view.shown.quantity == ScaleQuantity::speedup ? ScaleQuantity::efficiency : view.shown.quantity;
    QString text =
        ScalingChart::tr("drawn: %1 GPUs,\n%2")
            .arg(count_text(here.gpus), quantity_figure(said, quantity_of(said, here, main), main));
    const ScalePoint *as_given = given.at(given.drawn_gpus), *at_best = best.at(given.drawn_gpus);
    if (as_given && at_best && as_given->feasible && at_best->progress > 1.005 * as_given->progress)
        text += main.replanned ? ScalingChart::tr(",\n%1 × the plan as given")
                                     .arg(at_best->progress / as_given->progress, 0, 'g', 3)
                               : ScalingChart::tr(",\n%1 of the best plan")
                                     .arg(percent_text(as_given->progress / at_best->progress));
    canvas.label_around(text, at, canvas.px(5),
                        {.role = Theme::Role::strong, .colour = theme.accent, .halo = true});
}

void mark_bends(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const Theme& theme = canvas.theme();
    const ScaleResult& study = view.main();
    const double knee_elasticity = Defaults::built_in().regimes.knee;
    if (const auto at = view.marked_at(CurveMark::Kind::knee)) {
        const QString where = place_text(study, study.knee_gpus);
        canvas.dot(*at, canvas.px(3.5), theme.panel, theme.text);
        canvas.label_around(ScalingChart::tr("knee at %1: beyond it a tenth\nmore GPUs give less than %2 %")
                                .arg(where)
                                .arg(100 * gain_at_knee(), 0, 'f', 1),
                            *at, canvas.px(4),
                            {.colour = theme.secondary, .has_line = false}); // its words say where it is
        canvas.hit(
            QRectF(at->x() - 7, at->y() - 7, 14, 14),
            ScalingChart::tr("Knee at %1 GPUs\nelasticity falls below %2").arg(where).arg(knee_elasticity));
    }
    if (const auto at = view.marked_at(CurveMark::Kind::most))
        canvas.label_around(ScalingChart::tr("most at %1").arg(count_text(study.peak_gpus)), *at,
                            canvas.px(4), {.colour = theme.secondary});
}

void mark_critical_batch(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const ScaleResult& study = view.main();
    if (study.critical_gpus <= view.range.low || study.critical_gpus >= view.range.high) return;
    const QRectF plot = canvas.plot();
    const double x = canvas.x(study.critical_gpus);
    const QColor colour = canvas.theme().part(StepPart::data_comm);
    canvas.rule({x, plot.top()}, {x, plot.bottom()}, QPen(colour, canvas.px(1.5), Qt::DashLine));
    std::vector<LabelPlace> places;
    for (const double down : {0.3, 0.45, 0.6, 0.75, 0.88, 0.18})
        for (const auto& [away, side] : {std::pair{6.0, Qt::AlignLeft}, {-6.0, Qt::AlignRight}})
            places.push_back(
                {{x + canvas.px(away), plot.top() + down * plot.height()}, side | Qt::AlignVCenter});
    const QString count = place_text(study, study.critical_gpus);
    canvas.label(ScalingChart::tr("critical batch\nat %1").arg(count), places, {.colour = colour});
    canvas.hit(
        QRectF(x - 4, plot.top(), 8, plot.height()),
        (is_weak(study.metric)
             ? ScalingChart::tr(
                   "Critical batch at %1 GPUs\nthe batch grows with the GPUs; beyond it more than "
                   "half of the tokens are extra")
             : ScalingChart::tr("Critical batch at %1 GPUs\na micro-batch for each replica of the plan as "
                                "given would pass it there"))
            .arg(count));
}

void draw_measured(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    const ScaleResult& main = view.main();
    const auto& curves = view.data.have_or_empty<MeasuredStudies>().curves;
    for (size_t i = 0; i < curves.size(); ++i) {
        const MeasuredStudy& study = curves[i];
        if (study.against.factor <= 0) continue;
        for (const MeasuredRate& point : study.fit.curve.points) {
            const double progress = point.rate / study.against.factor;
            const auto value = [&](ScaleQuantity quantity) {
                return measured_value(quantity, view.data, point.gpus, progress);
            };
            if (!std::isfinite(value(view.shown.quantity))) continue;
            const QPointF at = canvas.at(point.gpus, value(view.shown.quantity));
            draw_measured_mark(canvas, at, i);
            const auto figure = [&](ScaleQuantity quantity) {
                return quantity_figure(quantity, value(quantity), main);
            };
            canvas.hit(
                QRectF(at.x() - 7, at.y() - 7, 14, 14),
                ScalingChart::tr("%1, measured\n%2 GPUs: %3\nspeed-up %4, %5\nrate %6, here ÷ %7 to be "
                                 "level with the plan as given")
                    .arg(qt(study.fit.curve.name), count_text(point.gpus), figure(view.shown.quantity),
                         figure(ScaleQuantity::speedup), figure(ScaleQuantity::efficiency),
                         shown(point.rate, Dimension::number),
                         shown(study.against.factor, Dimension::number)));
        }
    }
}

void add_readouts(const CurveView& view, const ScaleResult& study, const QString& scenario) {
    for (const ScalePoint& point : study.points) {
        if (!std::isfinite(view.value(point))) continue;
        const QPointF at = view.at(point);
        // Only the open scenario's figures can be asked why.
        view.canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14), readout(view, study, point, scenario),
                        scenario.isEmpty() ? QStringLiteral("step_time") : QString());
    }
}

void draw_measured_mark(ChartCanvas& canvas, QPointF at, size_t which) {
    const Theme& theme = canvas.theme();
    const std::array rims{theme.text, theme.part(StepPart::data_comm), theme.part(StepPart::optimizer),
                          theme.part(StepPart::straggler)};
    // Filled from the fifth on.
    const QColor rim = rims[which % rims.size()];
    canvas.dot(at, canvas.px(4), which < rims.size() ? theme.panel : rim, rim, canvas.px(2));
}

} // namespace roofrack
