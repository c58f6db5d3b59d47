// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scale/gap_panel.h"

#include "core/study/curve/curve_line.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/plot/area_stack.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/scale/study_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

constexpr double least_named =
    0.02; ///< least share of the ideal with a name: smaller everywhere has no name on its area

double share(const ScalePoint& point, size_t which) {
    return loss(point, which) * point.efficiency / point.progress;
}

std::vector<double> sizes_of(const std::vector<ScalePoint>& points) {
    std::vector<double> out;
    for (const ScalePoint& point : points) out.push_back(point.gpus);
    return out;
}

/// What takes, upwards from the axis, then what gives back, downwards; in the order of the parts.
std::vector<StackedArea> areas_of(const Theme& theme, const std::vector<ScalePoint>& points) {
    std::vector<StackedArea> out;
    std::vector<double> up(points.size(), 0), down(points.size(), 0);
    for (size_t which = 0; which < loss_count; ++which) {
        StackedArea taken{loss_text(which), loss_colour(theme, which), up, up, 0};
        StackedArea given{taken.name, taken.colour, down, down, 0};
        for (size_t i = 0; i < points.size(); ++i) {
            const double part = share(points[i], which);
            StackedArea& area = part > 0 ? taken : given;
            std::vector<double>& edge = part > 0 ? up : down;
            edge[i] += part;
            area.to[i] = edge[i];
            area.widest = std::max(area.widest, std::abs(part));
        }
        if (taken.widest > 0) out.push_back(std::move(taken));
        if (given.widest > 0) out.push_back(std::move(given));
    }
    return out;
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
    const std::vector<double> sizes = sizes_of(points);
    const std::vector<StackedArea> areas = areas_of(theme, points);
    for (const StackedArea& area : areas) draw_area(canvas, sizes, area);
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
    for (const StackedArea& area : areas) name_area(canvas, sizes, area, least_named);
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
    for (const StackedArea& area : areas_of(Theme::light(), points))
        for (const double edge : area.to) {
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
