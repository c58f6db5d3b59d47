// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "core/constants/defaults.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/core_words.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr double same_place = 0.02; ///< share of a GPU count within which two of them are one

struct Curve {
    ScaleMetric metric = ScaleMetric::fixed_batch;
    QString name;
    std::vector<ScalePoint> points; ///< feasible, ascending GPU counts
};

QString metric_text(ScaleMetric metric) {
    switch (metric) {
    case ScaleMetric::throughput: return ScalingChart::tr("batch grows with the GPUs");
    case ScaleMetric::fixed_batch: return ScalingChart::tr("fixed batch");
    case ScaleMetric::goodput: return ScalingChart::tr("goodput");
    case ScaleMetric::time_to_loss: return ScalingChart::tr("progress to a target loss");
    }
    return {};
}

/// "data_comm" → "data comm"; causes that are no part of the step stay as they are.
QString cause_text(const std::string& cause) {
    for (size_t i = 0; i < step_part_count; ++i)
        if (name_of(static_cast<StepPart>(i)) == cause) return core_word(label_of(static_cast<StepPart>(i)));
    return qt(cause);
}

std::vector<Curve> curves(const ChartData& data) {
    std::vector<Curve> out;
    for (const ScaleResult& scale : data.scales) {
        Curve curve{scale.metric, metric_text(scale.metric), {}};
        std::ranges::copy_if(scale.points, std::back_inserter(curve.points),
                             [](const ScalePoint& point) { return point.feasible && point.speedup > 0; });
        if (curve.points.size() >= 2) out.push_back(std::move(curve));
    }
    return out;
}

/// Straight in the logarithms; nothing outside the points.
std::optional<double> speedup_at(const std::vector<ScalePoint>& points, double gpus) {
    for (size_t i = 0; i + 1 < points.size(); ++i) {
        const ScalePoint &a = points[i], &b = points[i + 1];
        if (gpus < a.gpus || gpus > b.gpus) continue;
        const double t = std::log(gpus / a.gpus) / std::log(b.gpus / a.gpus);
        return std::exp(std::log(a.speedup) + t * std::log(b.speedup / a.speedup));
    }
    return std::nullopt;
}

double knee_elasticity() { return Defaults::built_in().regimes.knee; }

/// The first GPU count at which the elasticity falls through that of the knee.
std::optional<double> knee(const std::vector<ScalePoint>& points) {
    for (size_t i = 0; i + 1 < points.size(); ++i) {
        const ScalePoint &a = points[i], &b = points[i + 1];
        if (!(a.elasticity >= knee_elasticity() && b.elasticity < knee_elasticity())) continue;
        const double t = (a.elasticity - knee_elasticity()) / (a.elasticity - b.elasticity);
        return std::exp(std::log(a.gpus) + t * std::log(b.gpus / a.gpus));
    }
    return std::nullopt;
}

/// A place between the computed ones is no more exact than they are; at one of them it has its count.
QString place_text(const std::vector<ScalePoint>& points, double gpus) {
    for (const ScalePoint& point : points)
        if (std::abs(point.gpus - gpus) < same_place * gpus) return count_text(point.gpus);
    return rounded_count_text(gpus);
}

/// "5,300 GPUs".
QString gpus_text(const std::vector<ScalePoint>& points, double gpus) {
    const QString count = place_text(points, gpus);
    return count == u'1' ? ScalingChart::tr("%1 GPU").arg(count) : ScalingChart::tr("%1 GPUs").arg(count);
}

QColor curve_colour(const Theme& theme, size_t index) {
    const QColor colours[] = {theme.accent, theme.part(StepPart::optimizer), theme.part(StepPart::data_comm),
                              theme.part(StepPart::checkpoint)};
    return colours[index % std::size(colours)];
}

QString readout(const ScalePoint& point, const QString& curve) {
    return ScalingChart::tr("%1 GPUs, %2\nspeed-up %3, %4 of ideal\nstep %5 · elasticity %6\n%7")
        .arg(count_text(point.gpus), curve, rounded_count_text(point.speedup), percent_text(point.efficiency),
             shown(point.step_time), QString::number(point.elasticity, 'f', 2),
             core_word(name_of(point.regime)));
}

struct Bands {
    Regime regime;
    double from, to;
    const ScaleBorder* border; ///< what begins it; nullptr for the first
};

std::vector<Bands> bands(const ScaleResult& scale, double low, double high) {
    std::vector<Bands> out;
    const Regime first = scale.borders.empty() ? scale.points.front().regime : scale.borders.front().from;
    out.push_back({first, low, high, nullptr});
    for (const ScaleBorder& border : scale.borders) {
        out.back().to = border.gpus;
        out.push_back({border.to, border.gpus, high, &border});
    }
    return out;
}

void draw_bands(ChartCanvas& canvas, const ScaleResult& scale, double low, double high) {
    const Theme& theme = canvas.theme();
    for (const Bands& band : bands(scale, low, high)) {
        const QRectF rect = QRectF(QPointF(canvas.x(band.from), canvas.plot().top()),
                                   QPointF(canvas.x(band.to), canvas.plot().bottom())) &
                            canvas.plot();
        if (rect.isEmpty()) continue;
        canvas.box(rect, theme.regime_band(band.regime));
        const QString name = core_word(name_of(band.regime));
        if (canvas.text_size(name).width() <= rect.width() - canvas.px(16))
            canvas.label(
                name, {{rect.topLeft() + QPointF(canvas.px(8), canvas.px(6)), Qt::AlignLeft | Qt::AlignTop}},
                {.role = Theme::Role::secondary, .colour = theme.regime(band.regime)});
        if (band.border && canvas.x(band.from) >= canvas.plot().left())
            canvas.rule(rect.topLeft(), rect.bottomLeft(), QPen(theme.regime(band.regime), 1, Qt::DotLine));
    }
}

/// At each border its GPU count and what grows there; after the curves, which they keep off.
void name_borders(ChartCanvas& canvas, const ScaleResult& scale, double high) {
    for (size_t i = 0; i < scale.borders.size(); ++i) {
        const ScaleBorder& border = scale.borders[i];
        const double left = canvas.x(border.gpus),
                     right = canvas.x(i + 1 < scale.borders.size() ? scale.borders[i + 1].gpus : high);
        const QRectF plot = canvas.plot();
        if (left < plot.left() || left > plot.right()) continue;
        const bool worse = border.to > border.from;
        const QString at = gpus_text(scale.points, border.gpus),
                      grows = ScalingChart::tr("%1 grows").arg(cause_text(border.cause));
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
                   ScalingChart::tr("%1 ends at %2").arg(core_word(name_of(border.from)), at) +
                       (worse
                            ? u'\n' + ScalingChart::tr("%1 grows fastest there").arg(cause_text(border.cause))
                            : QString()));
    }
}

void draw_scaling(ChartCanvas& canvas, const std::vector<Curve>& all,
                  const std::shared_ptr<const ChartData>& data, double low, double high) {
    const Theme& theme = canvas.theme();
    const Curve& main = all.front();
    const auto scale = std::ranges::find(data->scales, main.metric, &ScaleResult::metric);
    draw_bands(canvas, *scale, low, high);

    const double base = main.points.front().gpus;
    canvas.line({{base, main.points.front().speedup}, {high, main.points.front().speedup * high / base}},
                QPen(theme.secondary, canvas.px(1), Qt::DashLine));
    for (size_t i = all.size(); i-- > 0;) {
        std::vector<QPointF> points;
        for (const ScalePoint& point : all[i].points) points.emplace_back(point.gpus, point.speedup);
        canvas.line(points, QPen(curve_colour(theme, i), canvas.px(i ? 1.5 : 2.5), Qt::SolidLine,
                                 Qt::RoundCap, Qt::RoundJoin));
        for (const ScalePoint& point : all[i].points) {
            const QPointF at = canvas.at(point.gpus, point.speedup);
            const double radius = canvas.px(i ? 0 : 2.5);
            if (radius > 0) canvas.dot(at, radius, curve_colour(theme, i), curve_colour(theme, i), 0);
            canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14), readout(point, all[i].name),
                       QStringLiteral("step_time"));
        }
    }
    name_borders(canvas, *scale, high);
    for (const MeasuredPoint& point : data->measured) {
        const QPointF at = canvas.at(point.gpus, point.speedup);
        canvas.dot(at, canvas.px(4), theme.panel, theme.text);
        canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14),
                   ScalingChart::tr("measured: %1\n%2 GPUs, speed-up %3")
                       .arg(qt(point.name), count_text(point.gpus), rounded_count_text(point.speedup)));
    }

    const double drawn = data->evaluation ? data->evaluation->gpus : 0;
    if (const double gpus = drawn; gpus > 0)
        if (const auto speedup = speedup_at(main.points, gpus)) {
            const QPointF at = canvas.at(gpus, *speedup);
            canvas.dot(at, canvas.px(5), theme.panel, theme.accent, canvas.px(2.5));
            const double ideal = main.points.front().speedup * gpus / base;
            canvas.label_around(ScalingChart::tr("drawn: %1 GPUs,\n%2 of ideal")
                                    .arg(count_text(gpus), percent_text(*speedup / ideal)),
                                at, canvas.px(5),
                                {.role = Theme::Role::strong, .colour = theme.accent, .halo = true});
        }
    if (const auto gpus = knee(main.points)) {
        const QPointF at = canvas.at(*gpus, *speedup_at(main.points, *gpus));
        canvas.dot(at, canvas.px(3.5), theme.panel, theme.text);
        canvas.label_around(ScalingChart::tr("knee at %1: twice the\nGPUs give %2 × the rate")
                                .arg(place_text(main.points, *gpus))
                                .arg(std::exp2(knee_elasticity()), 0, 'g', 3),
                            at, canvas.px(4), {.colour = theme.secondary});
        canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14),
                   ScalingChart::tr("Knee at %1 GPUs\nelasticity falls below %2")
                       .arg(place_text(main.points, *gpus))
                       .arg(knee_elasticity()));
    }
    if (const double peak = scale->peak_gpus;
        peak > base && peak < main.points.back().gpus && peak != drawn &&
        std::ranges::none_of(scale->borders, [&](const ScaleBorder& border) {
            return std::abs(border.gpus - peak) < same_place * peak;
        }))
        if (const auto speedup = speedup_at(main.points, peak))
            canvas.label_around(ScalingChart::tr("most at %1").arg(count_text(peak)),
                                canvas.at(peak, *speedup), canvas.px(4), {.colour = theme.secondary});
    // The name of the ideal stands on its line, where the line is inside and free.
    std::vector<LabelPlace> along;
    for (const double share : {0.55, 0.45, 0.65, 0.35, 0.25}) {
        const double gpus = low * std::pow(high / low, share);
        along.push_back({canvas.at(gpus, main.points.front().speedup * gpus / base) +
                             QPointF(-canvas.px(6), -canvas.px(2)),
                         Qt::AlignRight | Qt::AlignBottom});
    }
    canvas.label(ScalingChart::tr("ideal"), along, {.colour = theme.secondary});
}

} // namespace

ScalingChart::ScalingChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec ScalingChart::describe(const Theme& theme, QSize) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = ScalingChart::tr("Speed-up against GPUs");
    std::vector<Curve> all = curves(data());
    if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
    if (all.empty()) {
        spec.empty = data().scale() && !data().scale()->points.empty()
                         ? ScalingChart::tr("No two GPU counts can run this plan: %1")
                               .arg(qt(data().scale()->points.front().reason))
                         : ScalingChart::tr("Draw a cluster with GPUs and choose a model: the speed-up over "
                                            "GPU counts appears here.");
        return spec;
    }
    spec.title += QStringLiteral(", ") + all.front().name;
    const auto scale = std::ranges::find(data().scales, all.front().metric, &ScaleResult::metric);
    for (const ScaleBorder& border : scale->borders)
        spec.subtitle =
            joined({spec.subtitle,
                    border.to > border.from
                        ? ScalingChart::tr("%1 to %2, then %3 grows")
                              .arg(core_word(name_of(border.from)), gpus_text(scale->points, border.gpus),
                                   cause_text(border.cause))
                        : ScalingChart::tr("%1 again from %2")
                              .arg(core_word(name_of(border.to)), place_text(scale->points, border.gpus))});
    if (spec.subtitle.isEmpty())
        spec.subtitle = ScalingChart::tr("%1 over the whole range")
                            .arg(core_word(name_of(all.front().points.front().regime)));
    for (size_t i = 0; i < all.size() && all.size() > 1; ++i)
        spec.legend.push_back({qt(name_of(all[i].metric)), all[i].name, curve_colour(theme, i), true, true});
    double low = all.front().points.front().gpus, high = low, least = all.front().points.front().speedup,
           most = least;
    for (const Curve& curve : all) {
        low = std::min(low, curve.points.front().gpus);
        high = std::max(high, curve.points.back().gpus);
        for (const ScalePoint& point : curve.points) {
            least = std::min(least, point.speedup);
            most = std::max(most, point.speedup);
        }
    }
    for (const MeasuredPoint& point : data().measured) {
        low = std::min(low, point.gpus);
        high = std::max(high, point.gpus);
    }
    PanelSpec panel;
    panel.heading = ScalingChart::tr("Speed-up (ideal = GPUs)");
    panel.x = {
        .scale = AxisSpec::Scale::logarithmic, .title = ScalingChart::tr("GPUs"), .low = low, .high = high};
    for (const ScalePoint& point : all.front().points) panel.x.ticks.push_back(point.gpus);
    panel.y = {
        .scale = AxisSpec::Scale::logarithmic,
        .unit = QStringLiteral("×"),
        .low = least / 1.3,
        .high = std::max(most, all.front().points.front().speedup * high / all.front().points.front().gpus) *
                1.15};
    std::erase_if(all, [&, first = all.front().metric](const Curve& curve) {
        return curve.metric != first && !is_shown(qt(name_of(curve.metric)));
    });
    panel.draw = [all, data = shared_data(), low, high](ChartCanvas& canvas) {
        draw_scaling(canvas, all, data, low, high);
    };
    spec.panels.push_back(panel);
    return spec;
}

ChartTable ScalingChart::table() const {
    ChartTable out;
    out.columns = {{"metric", ""},  {"gpus", ""},    {"feasible", ""},   {"step_time", "s"},
                   {"rate", "1/s"}, {"speedup", ""}, {"efficiency", ""}, {"elasticity", ""},
                   {"regime", ""},  {"note", ""}};
    for (const ScaleResult& scale : data().scales)
        for (const ScalePoint& point : scale.points) {
            const auto value = [&](double number) {
                return point.feasible ? ChartTable::Cell(number) : ChartTable::Cell();
            };
            out.rows.push_back(
                {std::string(name_of(scale.metric)), point.gpus, std::string(point.feasible ? "yes" : "no"),
                 value(point.step_time.si()), value(point.rate), value(point.speedup),
                 value(point.efficiency), value(point.elasticity),
                 point.feasible ? ChartTable::Cell(std::string(name_of(point.regime))) : ChartTable::Cell(),
                 point.reason});
        }
    for (const MeasuredPoint& point : data().measured)
        out.rows.push_back({std::string("measured"),
                            point.gpus,
                            std::string("yes"),
                            {},
                            {},
                            point.speedup,
                            point.speedup / point.gpus,
                            {},
                            {},
                            point.name});
    return out;
}

} // namespace roofrack
