// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/limits/reduction_chart.h"

#include "core/study/limits/gradient_reduction.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/fields/text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Narrower than this the panels stand one below the other, where they are high enough.
constexpr int side_by_side_width = 620, one_below_height = 420;
constexpr double least_error = 1e-9, most_error = 2;

QColor colour_of(const Theme& theme, SumPrecision precision) {
    switch (precision) {
    case SumPrecision::bf16: return theme.part(StepPart::data_comm);
    case SumPrecision::fp16: return theme.part(StepPart::tensor_comm);
    case SumPrecision::bf16_fp32: return theme.part(StepPart::optimizer);
    case SumPrecision::fp32: break;
    }
    return theme.part(StepPart::compute);
}

/// "31 %", "0.17 %", "6.5e-7".
QString error_text(double error) {
    if (!std::isfinite(error)) return ReductionChart::tr("overflow");
    if (error >= 0.0995) return percent_text(error);
    if (error >= 0.000095) return QString::number(100 * error, 'g', 2) + QStringLiteral(" %");
    return QString::number(error, 'g', 2).replace(QStringLiteral("e-0"), QStringLiteral("e-"));
}

QString key_of(SumPrecision precision) { return qt(name_of(precision)); }

QString order_text(ReductionOrder order) {
    switch (order) {
    case ReductionOrder::ring: return ReductionChart::tr("ring");
    case ReductionOrder::tree: return ReductionChart::tr("tree");
    case ReductionOrder::in_switch: break;
    }
    return ReductionChart::tr("in-switch");
}

/// "in-switch of 8, tree of 64".
QString stages_text(const GradientReduction& drawn) {
    QStringList out;
    for (const ReductionStage& stage : drawn.stages)
        out << ReductionChart::tr("%1 of %2").arg(order_text(stage.order), count_text(stage.ranks));
    return out.join(QStringLiteral(", "));
}

QPen pen_of(const ChartCanvas& canvas, const ReductionCurve& curve) {
    return {colour_of(canvas.theme(), curve.precision), canvas.px(2),
            curve.order == ReductionOrder::tree ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin};
}

/// The bounded precision: that of the plan, bf16 where it says none.
SumPrecision bounded(const ReductionStudy& study) {
    return study.drawn.precision.value_or(SumPrecision::bf16);
}

QPen bound_pen(const ChartCanvas& canvas) { return {canvas.theme().secondary, canvas.px(1), Qt::DotLine}; }

struct Bound {
    QString name;
    ReductionOrder order;
    double SumBounds::*value;
    std::vector<double> places; ///< places of its name, shares of its line
};
std::vector<Bound> bounds() {
    return {
        {ReductionChart::tr("(n − 1)·u"), ReductionOrder::ring, &SumBounds::worst, {0.3, 0.4, 0.2, 0.5}},
        {ReductionChart::tr("√n·u"), ReductionOrder::ring, &SumBounds::probable, {0.75, 0.85, 0.65, 0.55}},
        {ReductionChart::tr("⌈log₂ n⌉·u"), ReductionOrder::tree, &SumBounds::worst, {0.85, 0.7, 0.55}}};
}

std::vector<QPointF> line_of(const Bound& bound, const ReductionStudy& study) {
    std::vector<QPointF> line;
    for (const SumError& point : study.curves->curves.front().points)
        line.emplace_back(point.ranks, sum_bounds(bounded(study), bound.order, point.ranks).*bound.value);
    return line;
}

void name_bounds(ChartCanvas& canvas, const ReductionStudy& study) {
    for (const Bound& bound : bounds()) {
        const std::vector<QPointF> line = line_of(bound, study);
        std::vector<LabelPlace> places;
        for (const double share : bound.places) {
            const QPointF& value = line[static_cast<size_t>(share * static_cast<double>(line.size() - 1))];
            const QPointF on = canvas.at(value.x(), value.y());
            if (!canvas.plot().contains(on)) continue;
            places.push_back({on - QPointF(canvas.px(3), canvas.px(3)), Qt::AlignRight | Qt::AlignBottom});
            places.push_back({on + QPointF(canvas.px(3), canvas.px(3)), Qt::AlignLeft | Qt::AlignTop});
        }
        canvas.label(bound.name, places, {.colour = canvas.theme().secondary, .halo = true});
    }
}

QString readout(const ReductionCurves& curves, SummedValues values, size_t at) {
    const double ranks = curves.curves.front().points[at].ranks;
    QString out = ReductionChart::tr("%1 ranks, %2").arg(count_text(ranks), to_qt(label_of(values)));
    for (size_t i = 0; i < sum_precision_count; ++i) {
        const auto precision = static_cast<SumPrecision>(i);
        const SumError &ring = curves.of(precision, ReductionOrder::ring, values).points[at],
                       &tree = curves.of(precision, ReductionOrder::tree, values).points[at];
        out += ReductionChart::tr("\n%1: ring %2, tree %3, %4 of the sums differ in a bit")
                   .arg(to_qt(label_of(precision)), error_text(ring.error), error_text(tree.error),
                        percent_text(ring.other_bits));
    }
    return out;
}

void mark_drawn(ChartCanvas& canvas, const ReductionStudy& study, const SumError& error) {
    const Theme& theme = canvas.theme();
    const SumPrecision precision = *study.drawn.precision;
    const QPointF at = canvas.at(error.ranks, std::clamp(error.error, least_error, most_error));
    canvas.dot(at, canvas.px(5), theme.panel, theme.accent, canvas.px(2.5));
    canvas.label_around(
        ReductionChart::tr("drawn: %1 ranks, %2,\noff by %3")
            .arg(count_text(error.ranks), to_qt(label_of(precision)), error_text(error.error)),
        at, canvas.px(5), {.role = Theme::Role::strong, .colour = theme.accent, .halo = true});
    canvas.hit(QRectF(at.x() - 7, at.y() - 7, 14, 14),
               ReductionChart::tr("drawn: %1\noff by %2 of the sum; in another order it differs by %3,\n"
                                  "and %4 of the sums in some bit")
                   .arg(stages_text(study.drawn), error_text(error.error), error_text(error.difference),
                        percent_text(error.other_bits)));
}

/// Where a running sum no longer takes up what is added.
void name_standstill(ChartCanvas& canvas, const ReductionCurve& ring) {
    const auto at = std::ranges::find_if(ring.points, [&](const SumError& point) {
        return point.error > 2 * sum_bounds(ring.precision, ring.order, point.ranks).probable;
    });
    if (at == ring.points.end()) return;
    const QPointF here = canvas.at(at->ranks, at->error);
    canvas.label(ReductionChart::tr("the running sum of a ring\nno longer takes small values up"),
                 {{here - QPointF(canvas.px(10), 0), Qt::AlignRight | Qt::AlignVCenter},
                  {here - QPointF(canvas.px(10), canvas.px(4)), Qt::AlignRight | Qt::AlignBottom},
                  {here + QPointF(canvas.px(8), canvas.px(14)), Qt::AlignLeft | Qt::AlignTop}},
                 {.colour = colour_of(canvas.theme(), ring.precision), .halo = true});
}

void draw_values(ChartCanvas& canvas, const ReductionStudy& study, SummedValues values,
                 const std::vector<SumPrecision>& shown_precisions) {
    const ReductionCurves& curves = *study.curves;
    const auto is_in = [&](SumPrecision precision) {
        return std::ranges::find(shown_precisions, precision) != shown_precisions.end();
    };
    for (const Bound& bound : bounds()) canvas.line(line_of(bound, study), bound_pen(canvas));
    for (const ReductionCurve& curve : curves.curves) {
        if (curve.values != values || !is_in(curve.precision)) continue;
        std::vector<QPointF> line;
        for (const SumError& point : curve.points)
            if (std::isfinite(point.error)) line.emplace_back(point.ranks, point.error);
        canvas.line(line, pen_of(canvas, curve));
    }
    const auto& error =
        values == SummedValues::either_sign ? study.errors.either_sign : study.errors.equal_sign;
    const size_t points = curves.curves.front().points.size();
    for (size_t i = 0; i < points; ++i) {
        const double x = canvas.x(curves.curves.front().points[i].ranks);
        const double half = points > 1 ? (canvas.x(4) - canvas.x(2)) / 2 : 10;
        canvas.hit(QRectF(x - half, canvas.plot().top(), 2 * half, canvas.plot().height()) & canvas.plot(),
                   readout(curves, values, i));
    }
    if (error) mark_drawn(canvas, study, *error);
    name_bounds(canvas, study);
    if (values == SummedValues::equal_sign && is_in(SumPrecision::bf16))
        name_standstill(canvas, curves.of(SumPrecision::bf16, ReductionOrder::ring, values));
}

QString subtitle_of(const ReductionStudy& study) {
    const GradientReduction& drawn = study.drawn;
    if (drawn.calls.empty()) return ReductionChart::tr("as drawn no gradients are reduced between GPUs");
    QStringList calls;
    for (const GradientReduction::Call& call : drawn.calls)
        calls << QStringLiteral("%1 (%2)").arg(in_words(name_of(call.collective)),
                                               in_words(name_of(call.algorithm)));
    if (!drawn.precision)
        return ReductionChart::tr("as drawn gradients are compressed to %1 bits, which is not simulated")
            .arg(drawn.bits);
    return joined({ReductionChart::tr("as drawn %1 over %2 ranks in %3")
                       .arg(calls.join(QStringLiteral(", ")), count_text(drawn.ranks),
                            to_qt(label_of(*drawn.precision))),
                   study.errors.either_sign
                       ? ReductionChart::tr("in another order a sum differs by %1, %2 of them in some bit")
                             .arg(error_text(study.errors.either_sign->difference),
                                  percent_text(study.errors.either_sign->other_bits))
                       : ReductionChart::tr("too many ranks to simulate")});
}

} // namespace

ReductionChart::ReductionChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec ReductionChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.source = source_line(data());
    spec.title = ReductionChart::tr("Error of a sum over ranks, by order and precision");
    const auto study = data().have<ReductionStudy>();
    if (!study) {
        spec.empty =
            ReductionChart::tr("Draw a cluster with GPUs and choose a model: how exactly its gradients "
                               "are added up appears here.");
        return spec;
    }
    spec.subtitle = subtitle_of(*study);
    std::vector<SumPrecision> shown_precisions;
    for (size_t i = 0; i < sum_precision_count; ++i) {
        const auto precision = static_cast<SumPrecision>(i);
        const bool is_on = is_shown(key_of(precision));
        if (is_on) shown_precisions.push_back(precision);
        spec.legend.push_back({.key = key_of(precision),
                               .text = to_qt(label_of(precision)),
                               .colour = colour_of(theme, precision),
                               .shown = is_on});
    }
    for (const ReductionOrder order : {ReductionOrder::ring, ReductionOrder::tree}) {
        const Qt::PenStyle style = order == ReductionOrder::tree ? Qt::DashLine : Qt::SolidLine;
        spec.legend.push_back(
            {.key = {},
             .text = order == ReductionOrder::ring ? ReductionChart::tr("ring")
                                                   : ReductionChart::tr("tree, or in halves"),
             .colour = theme.text,
             .swatch = [style](ChartCanvas& canvas, const QRectF& mark) {
                 canvas.painter().setPen(QPen(canvas.theme().text, canvas.px(1.5), style));
                 const double y = mark.center().y(), more = canvas.px(3);
                 canvas.painter().drawLine(QPointF(mark.left() - more, y), QPointF(mark.right() + more, y));
             }});
    }
    spec.legend.push_back({.key = {},
                           .text = ReductionChart::tr("bounds of %1").arg(to_qt(label_of(bounded(*study)))),
                           .colour = theme.secondary,
                           .swatch = [](ChartCanvas& canvas, const QRectF& mark) {
                               canvas.painter().setPen(bound_pen(canvas));
                               canvas.painter().drawLine(
                                   QPointF(mark.left() - canvas.px(3), mark.center().y()),
                                   QPointF(mark.right() + canvas.px(3), mark.center().y()));
                           }});
    const std::vector<SumError>& points = study->curves->curves.front().points;
    for (size_t i = 0; i < summed_values_count; ++i) {
        const auto values = static_cast<SummedValues>(i);
        PanelSpec panel;
        panel.heading = values == SummedValues::either_sign
                            ? ReductionChart::tr("RMS error, values of either sign (ranks see noise)")
                            : ReductionChart::tr("RMS error, values of equal sign (ranks agree)");
        panel.x = {.scale = AxisSpec::Scale::logarithmic,
                   .title = ReductionChart::tr("Ranks"),
                   .low = points.front().ranks,
                   .high = std::max(points.back().ranks, study->drawn.ranks)};
        panel.y = {.scale = AxisSpec::Scale::logarithmic,
                   .unit = QStringLiteral("%"),
                   .low = least_error,
                   .high = most_error};
        panel.draw = [study, values, shown_precisions](ChartCanvas& canvas) {
            draw_values(canvas, *study, values, shown_precisions);
        };
        spec.panels.push_back(std::move(panel));
    }
    spec.stacked = size.width() < side_by_side_width * theme.scale && size.height() >= one_below_height;
    return spec;
}

ChartTable ReductionChart::table() const {
    ChartTable out;
    out.columns = {{"values", ""},      {"precision", ""},     {"order", ""},      {"ranks", ""},
                   {"error", ""},       {"condition", ""},     {"difference", ""}, {"other_bits", ""},
                   {"worst_bound", ""}, {"probable_bound", ""}};
    if (!data().have<ReductionStudy>()) return out;
    const ReductionStudy& study = *data().have<ReductionStudy>();
    for (const auto& [error, values] : {std::pair{study.errors.either_sign, SummedValues::either_sign},
                                        {study.errors.equal_sign, SummedValues::equal_sign}})
        if (error)
            out.rows.push_back({std::string(name_of(values)), std::string(name_of(*study.drawn.precision)),
                                std::string("drawn"), error->ranks, error->error, error->condition,
                                error->difference, error->other_bits, std::string(), std::string()});
    for (const ReductionCurve& curve : study.curves->curves)
        for (const SumError& point : curve.points) {
            const SumBounds bounds = sum_bounds(curve.precision, curve.order, point.ranks);
            out.rows.push_back({std::string(name_of(curve.values)), std::string(name_of(curve.precision)),
                                std::string(name_of(curve.order)), point.ranks, point.error, point.condition,
                                point.difference, point.other_bits, bounds.worst, bounds.probable});
        }
    return out;
}

} // namespace roofrack
