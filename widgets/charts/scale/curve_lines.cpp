// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/curve_lines.h"

#include "core/study/scenario_curve.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/scale/curve_marks.h"
#include "widgets/charts/scale/quantity_text.h"
#include "widgets/charts/scale/scaling_chart.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

/// The parts of a line between sizes that cannot run and are not bridged (most_bridged); `beyond` the drawing
/// a part of its own.
struct LinePart {
    std::vector<const ScalePoint*> points;
    bool beyond = false;
};

std::vector<LinePart> line_parts(const CurveView& view, const ScaleResult& study) {
    std::vector<LinePart> out(1);
    const ScalePoint* last = nullptr;
    for (const ScalePoint& point : study.points) {
        if (point.divides_badly || !std::isfinite(view.value(point))) continue;
        const auto cannot = [&](const ScalePoint& between) {
            return !std::isfinite(view.value(between)) && between.gpus > last->gpus &&
                   between.gpus < point.gpus;
        };
        if (last && point.gpus > most_bridged * last->gpus && std::ranges::any_of(study.points, cannot))
            out.push_back({{}, out.back().beyond});
        last = &point;
        if (!out.back().beyond && point.gpus > study.drawn_gpus) {
            LinePart next{{}, true};
            if (!out.back().points.empty()) next.points.push_back(out.back().points.back());
            out.push_back(std::move(next));
        }
        out.back().points.push_back(&point);
    }
    return out;
}

/// The line of a law: its smallest size so much faster.
void draw_speedups(const CurveView& view, const SerialLaw& law, double (SerialLaw::*speedup)(double) const,
                   const QPen& pen) {
    std::vector<QPointF> line;
    for (const ScalePoint& size : view.main().points) {
        if (size.gpus < law.gpus) continue;
        ScalePoint point = view.main().smallest;
        point.gpus = size.gpus;
        const double value = quantity_of(view.shown.quantity, point, view.main(), (law.*speedup)(size.gpus));
        if (std::isfinite(value)) line.emplace_back(size.gpus, value);
    }
    view.canvas.line(line, pen);
}

constexpr Qt::PenStyle law_styles[] = {Qt::DashLine, Qt::DashDotLine};

} // namespace

void draw_study(const CurveView& view, const ScaleResult& study, const QColor& colour, double width) {
    for (const LinePart& part : line_parts(view, study)) {
        std::vector<QPointF> line;
        for (const ScalePoint* point : part.points) line.emplace_back(point->gpus, view.value(*point));
        view.canvas.line(line, QPen(colour, view.canvas.px(width), part.beyond ? Qt::DashLine : Qt::SolidLine,
                                    Qt::FlatCap, Qt::RoundJoin));
    }
}

void draw_band(const CurveView& view, const ScaleResult& study, const QColor& colour) {
    QColor fill = colour;
    fill.setAlphaF(0.16f);
    for (const LinePart& part : line_parts(view, study)) {
        QPolygonF outline;
        const auto edge = [&](const ScalePoint& point, double value) {
            outline << view.canvas.at(point.gpus, value);
        };
        for (const ScalePoint* point : part.points)
            edge(*point, quantity_band(view.shown.quantity, *point, view.main()).high);
        for (size_t i = part.points.size(); i-- > 0;)
            edge(*part.points[i], quantity_band(view.shown.quantity, *part.points[i], view.main()).low);
        view.canvas.area(outline, fill);
    }
}

void draw_pits(const CurveView& view, const ScaleResult& study, QColor colour) {
    colour.setAlphaF(0.5f);
    for (const ScalePoint& point : study.points)
        if (point.divides_badly && std::isfinite(view.value(point)))
            view.canvas.dot(view.at(point), view.canvas.px(1.5), colour, Qt::transparent, 0);
}

void draw_ideal(const CurveView& view) {
    std::vector<QPointF> line;
    for (int i = 0; i <= 64; ++i) { // what is straight on one axis is bent on another
        const double gpus = view.range.at(i / 64.0);
        line.emplace_back(gpus, view.ideal(gpus));
    }
    view.canvas.line(line, QPen(view.canvas.theme().secondary, view.canvas.px(1), Qt::DotLine));
}

void name_ideal(const CurveView& view) {
    ChartCanvas& canvas = view.canvas;
    // Above a line that rises, below one that falls: towards where no curve is.
    const bool below = less_is_better(view.shown.quantity);
    std::vector<LabelPlace> along;
    for (const bool under : {below, !below})
        for (const double share : {0.55, 0.45, 0.65, 0.35, 0.25, 0.75, 0.15}) {
            const double gpus = view.range.at(share);
            const QPointF at = canvas.at(gpus, view.ideal(gpus));
            if (!canvas.plot().contains(at)) continue;
            along.push_back({at + QPointF(-canvas.px(6), canvas.px(under ? 3 : -2)),
                             Qt::AlignRight | (under ? Qt::AlignTop : Qt::AlignBottom)});
        }
    canvas.label(ScalingChart::tr("ideal: each GPU as fast\nas at %1")
                     .arg(gpus_text(view.main(), view.main().ideal_gpus)),
                 along, {.colour = canvas.theme().secondary});
}

bool is_law_shown(const ChartData& data, const StudyView& shown) {
    // Days go by the wall step: a law of the productive one says nothing of them.
    return shown.law && is_of_rate(shown.quantity) &&
           (counts_failures(data.scale().metric) || shown.quantity != ScaleQuantity::days);
}

void draw_law(const CurveView& view, const SerialLaw& law) {
    const QColor colour = view.canvas.theme().text;
    const auto pen = [&](Qt::PenStyle style) { return QPen(colour, view.canvas.px(1.25), style); };
    draw_speedups(view, law, &SerialLaw::amdahl, pen(law_styles[0]));
    draw_speedups(view, law, &SerialLaw::grown, pen(law_styles[1]));
}

std::vector<LegendEntry> law_legend(const SerialLaw& law, const Theme& theme) {
    if (!law.missing.empty()) return {};
    const QString share = QString::number(100 * law.share(), 'g', 2) + QStringLiteral(" %");
    const QString ceiling = std::isfinite(law.ceiling())
                                ? ScalingChart::tr("Amdahl: %1 serial, never beyond %2 ×")
                                      .arg(share, shown(law.ceiling(), Dimension::number))
                                : ScalingChart::tr("Amdahl: nothing serial, no ceiling");
    const QString grown =
        ScalingChart::tr("… and growing: at most %1 ×, at %2 GPUs")
            .arg(shown(law.grown(law.most_gpus), Dimension::number), count_text(law.most_gpus));
    return {stroke_entry(ceiling, theme.text, law_styles[0]), stroke_entry(grown, theme.text, law_styles[1])};
}

QColor beside_colour(const Theme& theme, size_t which) {
    const std::array colours{theme.part(StepPart::optimizer), theme.part(StepPart::tensor_comm),
                             theme.part(StepPart::checkpoint)};
    return colours[which % colours.size()];
}

void draw_beside(const CurveView& view) {
    for (size_t i = 0; i < view.data.beside.size(); ++i) {
        const ScenarioCurve& curve = *view.data.beside[i];
        draw_study(view, curve.study, beside_colour(view.canvas.theme(), i), 1.75);
        add_readouts(view, curve.study, qt(curve.scenario));
    }
}

std::vector<LegendEntry> beside_legend(const ChartData& data, const Theme& theme) {
    std::vector<LegendEntry> out;
    for (size_t i = 0; i < data.beside.size(); ++i) {
        const ScenarioCurve& curve = *data.beside[i];
        QString text = qt(curve.scenario);
        if (!curve.reason.empty())
            text = ScalingChart::tr("%1: cannot be read").arg(text);
        else if (points_that_run(curve.study).empty())
            text = ScalingChart::tr("%1: no size runs").arg(text);
        else if (const auto work = data.have_now<RunWork>())
            if (const auto other = work_differences(*work, curve.work); !other.empty())
                text = ScalingChart::tr("%1: not the same work (%2)").arg(text, work_text(other));
        out.push_back({{}, text, beside_colour(theme, i), true, true});
    }
    return out;
}

} // namespace roofrack
