// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/gap_panel.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

constexpr double least_named = 0.02; ///< of the ideal: smaller everywhere has no name on its area

double share(const ScalePoint& point, size_t which) {
    return loss(point, which) * point.efficiency / point.progress;
}

/// Top and bottom of the stack at each point; of one sign.
struct Layer {
    size_t which = 0;
    std::vector<double> from, to; ///< of each point
    double widest = 0;
};

/// What takes, upwards from the axis, then what gives back, downwards; in the order of the parts.
std::vector<Layer> layers_of(const std::vector<ScalePoint>& points) {
    std::vector<Layer> out;
    std::vector<double> up(points.size(), 0), down(points.size(), 0);
    for (size_t which = 0; which < loss_count; ++which) {
        Layer taken{which, up, up, 0}, given{which, down, down, 0};
        for (size_t i = 0; i < points.size(); ++i) {
            const double part = share(points[i], which);
            Layer& layer = part > 0 ? taken : given;
            std::vector<double>& edge = part > 0 ? up : down;
            edge[i] += part;
            layer.to[i] = edge[i];
            layer.widest = std::max(layer.widest, std::abs(part));
        }
        if (taken.widest > 0) out.push_back(taken);
        if (given.widest > 0) out.push_back(given);
    }
    return out;
}

void draw_layer(ChartCanvas& canvas, const std::vector<ScalePoint>& points, const Layer& layer) {
    QPolygonF area;
    for (size_t i = 0; i < points.size(); ++i) area << canvas.at(points[i].gpus, layer.to[i]);
    for (size_t i = points.size(); i-- > 0;) area << canvas.at(points[i].gpus, layer.from[i]);
    canvas.area(area, loss_colour(canvas.theme(), layer.which));
}

/// On the area where it is thickest and has room.
void name_layer(ChartCanvas& canvas, const std::vector<ScalePoint>& points, const Layer& layer) {
    if (layer.widest < least_named) return;
    const QString name = loss_text(layer.which);
    const QSizeF size = canvas.text_size(name);
    const QRectF plot = canvas.plot();
    double best = 0;
    QPointF where;
    for (size_t i = 0; i < points.size(); ++i) {
        const double x = canvas.x(points[i].gpus);
        const double left = x - size.width() / 2, right = x + size.width() / 2;
        if (left < std::max(plot.left(), canvas.x(points.front().gpus)) ||
            right > std::min(plot.right(), canvas.x(points.back().gpus)))
            continue;
        // The text must fit at both its ends, too.
        double top = -1e9, bottom = 1e9;
        for (size_t j = 0; j < points.size(); ++j) {
            if (std::abs(canvas.x(points[j].gpus) - x) > size.width() / 2 + canvas.px(10)) continue;
            const double from = canvas.y(layer.from[j]), to = canvas.y(layer.to[j]);
            top = std::max(top, std::min(from, to));
            bottom = std::min(bottom, std::max(from, to));
        }
        if (bottom - top <= best) continue;
        best = bottom - top;
        where = {x, (top + bottom) / 2};
    }
    if (best < size.height() * 0.8) return;
    canvas.label(name, {{where, Qt::AlignHCenter | Qt::AlignVCenter}},
                 {.colour = canvas.theme().text_on(loss_colour(canvas.theme(), layer.which))});
}

QString readout(const ScalePoint& point) {
    std::array<size_t, loss_count> order{};
    for (size_t i = 0; i < loss_count; ++i) order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](size_t i) { return std::abs(share(point, i)); });
    QString out = ScalingChart::tr("%1 GPUs: %2 of the ideal")
                      .arg(count_text(point.gpus), percent_text(point.efficiency));
    for (size_t i = 0; i < 6; ++i) {
        const double part = share(point, order[i]);
        if (std::abs(part) < 0.001) break;
        out += u'\n' + (part > 0 ? ScalingChart::tr("%1 takes %2") : ScalingChart::tr("%1 gives back %2"))
                           .arg(loss_text(order[i]), percent_text(std::abs(part)));
    }
    return out;
}

void draw_gap(ChartCanvas& canvas, const ChartData& data) {
    const Theme& theme = canvas.theme();
    const std::vector<ScalePoint> points = line_of(data.scale());
    const std::vector<Layer> layers = layers_of(points);
    for (const Layer& layer : layers) draw_layer(canvas, points, layer);
    std::vector<QPointF> lost;
    for (const ScalePoint& point : points) lost.emplace_back(point.gpus, 1 - point.efficiency);
    canvas.rule({canvas.plot().left(), canvas.y(0)}, {canvas.plot().right(), canvas.y(0)},
                QPen(theme.text, 1), ChartCanvas::Avoid::no);
    canvas.line(lost, QPen(theme.text, canvas.px(1.5)));
    for (const ScaleBorder& border : data.scale().borders) {
        const double x = canvas.x(border.gpus);
        canvas.rule({x, canvas.plot().top()}, {x, canvas.plot().bottom()},
                    QPen(theme.regime(border.to), 1, Qt::DotLine), ChartCanvas::Avoid::no);
    }
    for (const Layer& layer : layers) name_layer(canvas, points, layer);
    for (size_t i = 0; i < points.size(); ++i) {
        const double x = canvas.x(points[i].gpus);
        const double left = i > 0 ? (canvas.x(points[i - 1].gpus) + x) / 2 : x - 4;
        const double right = i + 1 < points.size() ? (x + canvas.x(points[i + 1].gpus)) / 2 : x + 4;
        canvas.hit(QRectF(left, canvas.plot().top(), right - left, canvas.plot().height()),
                   readout(points[i]));
    }
}

} // namespace

std::vector<LegendEntry> gap_legend(const ScaleResult& study, const Theme& theme) {
    std::array<double, loss_count> most{};
    for (const ScalePoint& point : line_of(study))
        for (size_t which = 0; which < loss_count; ++which)
            most[which] = std::max(most[which], std::abs(share(point, which)));
    std::vector<LegendEntry> out;
    for (size_t which = 0; which < loss_count; ++which)
        if (most[which] >= least_named) out.push_back({{}, loss_text(which), loss_colour(theme, which)});
    return out;
}

PanelSpec gap_panel(const std::shared_ptr<const ChartData>& data, StudyRangeShown range) {
    const std::vector<ScalePoint> points = line_of(data->scale());
    double least = 0, most = 0.1;
    for (const Layer& layer : layers_of(points))
        for (const double edge : layer.to) {
            least = std::min(least, edge);
            most = std::max(most, edge);
        }
    PanelSpec panel;
    panel.heading =
        ScalingChart::tr("Where the ideal went: share of it that each part takes, below the axis gives back");
    panel.x = size_axis(data->scale(), range);
    panel.y = {.unit = QStringLiteral("%"), .low = least * 1.05, .high = most * 1.05};
    panel.stretch = 75;
    panel.draw = [data](ChartCanvas& canvas) { draw_gap(canvas, *data); };
    return panel;
}

} // namespace roofrack
