// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/curve_panel.h"

#include "core/constants/defaults.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/fields/core_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace roofrack {

namespace {

/// Where the points stand: what the curve shows, of the main line's ideal.
struct View {
    ChartCanvas& canvas;
    StudyValue value;
    double ideal_rate;

    QPointF at(double gpus, double progress) const {
        ScalePoint point;
        point.gpus = gpus;
        point.progress = progress;
        return canvas.at(gpus, value_of(value, point, ideal_rate));
    }
    QPointF at(const ScalePoint& point) const { return at(point.gpus, point.progress); }
    QPointF ideal(double gpus) const { return at(gpus, gpus * ideal_rate); }
};

/// Straight in the logarithms; nothing outside the points.
std::optional<double> progress_at(const std::vector<ScalePoint>& points, double gpus) {
    for (size_t i = 0; i + 1 < points.size(); ++i) {
        const ScalePoint &a = points[i], &b = points[i + 1];
        if (gpus < a.gpus || gpus > b.gpus) continue;
        const double t = std::log(gpus / a.gpus) / std::log(b.gpus / a.gpus);
        return std::exp(std::log(a.progress) + t * std::log(b.progress / a.progress));
    }
    return std::nullopt;
}

QString readout(const ScaleResult& study, const ScalePoint& point) {
    const QString plan = study.replanned
                             ? ScalingChart::tr("best plan: tp %1 · pp %2 · dp %3 · micro-batch %4")
                                   .arg(point.plan.tp)
                                   .arg(point.plan.pp)
                                   .arg(point.plan.dp)
                                   .arg(point.plan.micro_batch)
                             : ScalingChart::tr("plan as given");
    const QString regime =
        point.regime ? ScalingChart::tr("elasticity %1, %2")
                           .arg(QString::number(point.elasticity, 'f', 2), core_word(name_of(*point.regime)))
                     : QString();
    return ScalingChart::tr("%1 GPUs, %2\nspeed-up %3, %4 of ideal\nstep %5 productive, %6 by the wall clock")
               .arg(count_text(point.gpus), plan, rounded_count_text(point.speedup),
                    percent_text(point.efficiency), shown(point.productive_step), shown(point.wall_step)) +
           (regime.isEmpty() ? QString() : u'\n' + regime) +
           (point.gpus > study.drawn_gpus
                ? u'\n' + ScalingChart::tr("not drawn: the outermost block repeated")
                : QString());
}

void draw_regimes(ChartCanvas& canvas, const std::vector<RegimeSpan>& spans) {
    const Theme& theme = canvas.theme();
    for (const RegimeSpan& span : spans) {
        const QRectF rect = QRectF(QPointF(canvas.x(span.from), canvas.plot().top()),
                                   QPointF(canvas.x(span.to), canvas.plot().bottom())) &
                            canvas.plot();
        if (rect.isEmpty()) continue;
        canvas.box(rect, theme.regime_band(span.regime));
        const QString name = core_word(name_of(span.regime));
        if (canvas.text_size(name).width() <= rect.width() - canvas.px(16))
            canvas.label(
                name, {{rect.topLeft() + QPointF(canvas.px(8), canvas.px(6)), Qt::AlignLeft | Qt::AlignTop}},
                {.role = Theme::Role::secondary, .colour = theme.regime(span.regime)});
        if (span.border && canvas.x(span.from) >= canvas.plot().left())
            canvas.rule(rect.topLeft(), rect.bottomLeft(), QPen(theme.regime(span.regime), 1, Qt::DotLine));
    }
}

/// Hatched: sizes that cannot run, from the last one that does to the next; with the reason where there is
/// room.
void draw_gaps(ChartCanvas& canvas, const ScaleResult& study, const std::vector<ScalePoint>& points) {
    const Theme& theme = canvas.theme();
    for (const ScaleGap& gap : study.gaps) {
        const auto next = std::ranges::upper_bound(points, gap.to, {}, &ScalePoint::gpus);
        const double from = next == points.begin() ? gap.from : (next - 1)->gpus;
        const double to = next == points.end() ? gap.to : next->gpus;
        QRectF rect(QPointF(canvas.x(from), canvas.plot().top()),
                    QPointF(canvas.x(to), canvas.plot().bottom()));
        rect = rect & canvas.plot();
        const QString readout = ScalingChart::tr("%1 to %2 GPUs cannot run\n%3")
                                    .arg(count_text(gap.from), count_text(gap.to), qt(gap.reason));
        canvas.hit(rect.width() < 6 ? rect.adjusted(-3, 0, 3, 0) : rect, readout);
        if (rect.width() < canvas.px(3)) continue;
        canvas.hatch(rect, theme.line);
        const QString reason = qt(gap.reason).section(u':', 0, 0);
        if (canvas.text_size(reason).width() < rect.width() - canvas.px(12))
            canvas.label(reason, {{rect.center(), Qt::AlignHCenter | Qt::AlignVCenter}},
                         {.colour = theme.secondary, .ground = true});
    }
}

/// Through the sizes that divide well; those between are dots below it.
void draw_pits(const View& view, const std::vector<ScalePoint>& points, QColor colour) {
    colour.setAlphaF(0.5f);
    for (const ScalePoint& point : points)
        if (point.is_pit) view.canvas.dot(view.at(point), view.canvas.px(1.5), colour, Qt::transparent, 0);
}

/// Solid as far as it is drawn, dashed beyond; cut where a size between two points cannot run.
void draw_line(const View& view, const ScaleResult& study, const QColor& colour, double width) {
    std::vector<QPointF> part;
    bool beyond = false;
    const auto draw = [&] {
        view.canvas.line(part, QPen(colour, view.canvas.px(width), beyond ? Qt::DashLine : Qt::SolidLine,
                                    Qt::FlatCap, Qt::RoundJoin));
    };
    for (const ScalePoint& point : study.points) {
        if (point.is_pit) continue;
        const bool runs = point.feasible && point.progress > 0;
        if (runs && !beyond && point.gpus > study.drawn_gpus) {
            draw();
            if (!part.empty()) part = {part.back()};
            beyond = true;
        }
        if (runs)
            part.emplace_back(point.gpus, value_of(view.value, point, view.ideal_rate));
        else {
            draw();
            part.clear();
        }
    }
    draw();
}

/// At each border its GPU count and what takes more there; after the curves, which they keep off.
void name_borders(ChartCanvas& canvas, const ScaleResult& study, double high) {
    for (size_t i = 0; i < study.borders.size(); ++i) {
        const ScaleBorder& border = study.borders[i];
        const double left = canvas.x(border.gpus),
                     right = canvas.x(i + 1 < study.borders.size() ? study.borders[i + 1].gpus : high);
        const QRectF plot = canvas.plot();
        if (left < plot.left() || left > plot.right()) continue;
        const bool worse = border.to > border.from;
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
        canvas.hit(QRectF(left - 4, plot.top(), 8, plot.height()),
                   ScalingChart::tr("%1 ends at %2").arg(core_word(name_of(border.from)), at) + u'\n' +
                       (worse ? ScalingChart::tr("%1 takes more of the ideal from there on")
                              : ScalingChart::tr("%1 takes less of the ideal from there on"))
                           .arg(cause_text(border)));
    }
}

void mark_drawn(const View& view, const ChartData& data, const ScaleResult& main) {
    ChartCanvas& canvas = view.canvas;
    const Theme& theme = canvas.theme();
    const ScalePoint *given = data.given.at(data.given.drawn_gpus), *best = main.at(main.drawn_gpus);
    const bool has_given = given && given->feasible && given->progress > 0;
    if (!has_given && !(best && best->feasible)) return;
    // Of one ideal: that of the main line.
    const ScalePoint& here = has_given ? *given : *best;
    const double efficiency = here.progress / (main.ideal_rate * here.gpus);
    const QPointF at = view.at(here);
    canvas.dot(at, canvas.px(5), theme.panel, theme.accent, canvas.px(2.5));
    QString text =
        ScalingChart::tr("drawn: %1 GPUs,\n%2 of ideal").arg(count_text(here.gpus), percent_text(efficiency));
    if (main.replanned && has_given && best && best->progress > 1.005 * given->progress)
        text +=
            ScalingChart::tr(",\n%1 of the best plan").arg(percent_text(given->progress / best->progress));
    canvas.label_around(text, at, canvas.px(5),
                        {.role = Theme::Role::strong, .colour = theme.accent, .halo = true});
}

void mark_bends(const View& view, const ScaleResult& study, const std::vector<ScalePoint>& points) {
    ChartCanvas& canvas = view.canvas;
    const Theme& theme = canvas.theme();
    const double knee_elasticity = Defaults::built_in().regimes.knee;
    if (const auto progress = progress_at(points, study.knee_gpus)) {
        const QPointF at = view.at(study.knee_gpus, *progress);
        const QString where = place_text(study, study.knee_gpus);
        canvas.dot(at, canvas.px(3.5), theme.panel, theme.text);
        canvas.label_around(ScalingChart::tr("knee at %1: twice the\nGPUs give %2 × the rate")
                                .arg(where)
                                .arg(std::exp2(knee_elasticity), 0, 'g', 3),
                            at, canvas.px(4), {.colour = theme.secondary});
        canvas.hit(
            QRectF(at.x() - 7, at.y() - 7, 14, 14),
            ScalingChart::tr("Knee at %1 GPUs\nelasticity falls below %2").arg(where).arg(knee_elasticity));
    }
    const double peak = study.peak_gpus;
    const bool named = std::ranges::any_of(study.borders, [&](const ScaleBorder& border) {
        return place_text(study, border.gpus) == place_text(study, peak);
    });
    if (peak <= points.front().gpus || peak >= points.back().gpus || peak == study.drawn_gpus || named)
        return;
    if (const auto progress = progress_at(points, peak))
        canvas.label_around(ScalingChart::tr("most at %1").arg(count_text(peak)), view.at(peak, *progress),
                            canvas.px(4), {.colour = theme.secondary});
}

/// Where the batch passes the critical one, on the curve's way.
void mark_critical_batch(const View& view, const ScaleResult& study, StudyRangeShown range) {
    ChartCanvas& canvas = view.canvas;
    if (study.critical_gpus <= range.low || study.critical_gpus >= range.high) return;
    const QRectF plot = canvas.plot();
    const double x = canvas.x(study.critical_gpus);
    const QColor colour = canvas.theme().part(StepPart::data_comm);
    canvas.rule({x, plot.top()}, {x, plot.bottom()}, QPen(colour, canvas.px(1.5), Qt::DashLine));
    std::vector<LabelPlace> places;
    for (const double down : {0.3, 0.45, 0.6, 0.75, 0.88, 0.18})
        for (const auto& [away, side] : {std::pair{6.0, Qt::AlignLeft}, {-6.0, Qt::AlignRight}})
            places.push_back(
                {{x + canvas.px(away), plot.top() + down * plot.height()}, side | Qt::AlignVCenter});
    const QString count = rounded_count_text(study.critical_gpus);
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

/// Each column of the curve answers the pointer.
void add_readouts(const View& view, const ScaleResult& study, const std::vector<ScalePoint>& points) {
    for (const ScalePoint& point : points) {
        const QPointF at = view.at(point);
        view.canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14), readout(study, point),
                        QStringLiteral("step_time"));
    }
}

/// At the level of the plan as given, which the legend says.
void draw_measured(const View& view, const ChartData& data) {
    ChartCanvas& canvas = view.canvas;
    for (size_t i = 0; i < data.measured.size(); ++i) {
        const MeasuredStudy& study = data.measured[i];
        if (study.against.factor <= 0) continue;
        for (const MeasuredRate& point : study.fit.curve.points) {
            const double progress = point.rate / study.against.factor;
            const QPointF at = view.at(point.gpus, progress);
            draw_measured_mark(canvas, at, i);
            canvas.hit(
                QRectF(at.x() - 7, at.y() - 7, 14, 14),
                ScalingChart::tr("%1, measured\n%2 GPUs: speed-up %3, %4 of ideal\nrate %5, here ÷ %6 to "
                                 "be level with the plan as given")
                    .arg(qt(study.fit.curve.name), count_text(point.gpus),
                         rounded_count_text(progress / view.ideal_rate),
                         percent_text(progress / view.ideal_rate / point.gpus),
                         shown(point.rate, Dimension::number),
                         shown(study.against.factor, Dimension::number)));
        }
    }
}

void draw_curve(ChartCanvas& canvas, const ChartData& data, StudyRangeShown range, StudyValue value) {
    const Theme& theme = canvas.theme();
    const ScaleResult& main = data.scale();
    const View view{canvas, value, main.ideal_rate};
    const std::vector<ScalePoint> points = points_that_run(main);
    const bool is_found = main.replanned || !data.best_is_stale; // what is still looked for is not judged
    if (is_found) draw_regimes(canvas, regime_spans(main));
    draw_gaps(canvas, main, points);
    canvas.line({{range.low, ideal_value(value, range.low, main.ideal_rate)},
                 {range.high, ideal_value(value, range.high, main.ideal_rate)}},
                QPen(theme.secondary, canvas.px(1), Qt::DotLine));
    if (&main != &data.given && !data.given.points.empty()) {
        draw_line(view, data.given, theme.secondary, 1.5);
        add_readouts(view, data.given, points_that_run(data.given));
    }
    draw_pits(view, points, theme.accent);
    draw_line(view, main, theme.accent, 2.5);
    add_readouts(view, main, points);
    mark_critical_batch(view, main, range);
    if (is_found) name_borders(canvas, main, range.high);
    draw_measured(view, data);
    mark_drawn(view, data, main);
    if (is_found) mark_bends(view, main, points);
    // The name of the ideal stands on its line, where the line is inside and free.
    std::vector<LabelPlace> along;
    for (const double share : {0.55, 0.45, 0.65, 0.35, 0.25}) {
        const double gpus = range.low * std::pow(range.high / range.low, share);
        along.push_back(
            {view.ideal(gpus) + QPointF(-canvas.px(6), -canvas.px(2)), Qt::AlignRight | Qt::AlignBottom});
    }
    canvas.label(ScalingChart::tr("ideal: each as of %1").arg(gpus_text(main, main.ideal_gpus)), along,
                 {.colour = theme.secondary});
}

} // namespace

void draw_measured_mark(ChartCanvas& canvas, QPointF at, size_t which) {
    const Theme& theme = canvas.theme();
    const std::array rims{theme.text, theme.part(StepPart::data_comm), theme.part(StepPart::optimizer),
                          theme.part(StepPart::straggler)};
    // Filled from the fifth on.
    const QColor rim = rims[which % rims.size()];
    canvas.dot(at, canvas.px(4), which < rims.size() ? theme.panel : rim, rim, canvas.px(2));
}

AxisSpec size_axis(const ScaleResult& study, StudyRangeShown range) {
    AxisSpec axis{.scale = AxisSpec::Scale::logarithmic,
                  .title = ScalingChart::tr("GPUs"),
                  .low = range.low,
                  .high = range.high};
    for (const ScalePoint& point : study.points) {
        const double octaves = std::log2(point.gpus / study.drawn_gpus);
        if (std::abs(octaves - std::round(octaves)) < 1e-9) axis.ticks.push_back(point.gpus);
    }
    return axis;
}

PanelSpec curve_panel(const std::shared_ptr<const ChartData>& data, StudyRangeShown range, StudyValue value) {
    const ScaleResult& main = data->scale();
    double least = std::numeric_limits<double>::infinity();
    double most = ideal_value(value, range.high, main.ideal_rate);
    for (const ScaleResult* study : {&main, &data->given})
        for (const ScalePoint& point : points_that_run(*study)) {
            least = std::min(least, value_of(value, point, main.ideal_rate));
            most = std::max(most, value_of(value, point, main.ideal_rate));
        }
    PanelSpec panel;
    panel.x = size_axis(main, range);
    switch (value) {
    case StudyValue::speedup:
        panel.heading = ScalingChart::tr("Speed-up (ideal = GPUs)");
        panel.y.unit = QStringLiteral("×");
        break;
    case StudyValue::rate:
        panel.heading = main.counts_samples ? ScalingChart::tr("Rate, samples a second")
                                            : ScalingChart::tr("Rate, tokens a second");
        break;
    case StudyValue::efficiency:
        panel.heading = ScalingChart::tr("Efficiency, share of the ideal rate");
        panel.y.unit = QStringLiteral("%");
        break;
    }
    if (value == StudyValue::efficiency) {
        panel.y.high = most * 1.05;
    } else {
        panel.y.scale = AxisSpec::Scale::logarithmic;
        panel.y.low = least / 1.3;
        panel.y.high = most * 1.15;
    }
    panel.draw = [data, range, value](ChartCanvas& canvas) { draw_curve(canvas, *data, range, value); };
    return panel;
}

} // namespace roofrack
