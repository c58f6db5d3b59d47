// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/area_stack.h"

#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// An edge of an area at `x`, px: straight between its points, as it is drawn.
double edge_at(const ChartCanvas& canvas, const std::vector<double>& xs, const std::vector<double>& edge,
               double x) {
    for (size_t i = 1; i < xs.size(); ++i) {
        const double from = canvas.x(xs[i - 1]), to = canvas.x(xs[i]);
        if (x > to && i + 1 < xs.size()) continue;
        const double share = to > from ? std::clamp((x - from) / (to - from), 0.0, 1.0) : 0;
        return std::lerp(canvas.y(edge[i - 1]), canvas.y(edge[i]), share);
    }
    return canvas.y(edge.front());
}

} // namespace

void draw_area(ChartCanvas& canvas, const std::vector<double>& xs, const StackedArea& area) {
    QPolygonF outline;
    for (size_t i = 0; i < xs.size(); ++i) outline << canvas.at(xs[i], area.to[i]);
    for (size_t i = xs.size(); i-- > 0;) outline << canvas.at(xs[i], area.from[i]);
    canvas.area(outline, area.colour);
}

void name_area(ChartCanvas& canvas, const std::vector<double>& xs, const StackedArea& area, double least) {
    if (xs.empty() || area.widest < least) return;
    const QSizeF size = canvas.text_size(area.name);
    const QRectF plot = canvas.plot();
    std::vector<std::pair<double, LabelPlace>> fitting; // by room
    for (const double place : xs) {
        const double x = canvas.x(place);
        const double left = x - size.width() / 2, right = x + size.width() / 2;
        if (left < std::max(plot.left(), canvas.x(xs.front())) ||
            right > std::min(plot.right(), canvas.x(xs.back())))
            continue;
        // The text must fit at both its ends and at each bend between them.
        const double air = canvas.px(3);
        std::vector<double> across = {left - air, right + air};
        for (const double bend : xs)
            if (canvas.x(bend) > left - air && canvas.x(bend) < right + air) across.push_back(canvas.x(bend));
        double top = -1e9, bottom = 1e9;
        for (const double at : across) {
            const double from = edge_at(canvas, xs, area.from, at), to = edge_at(canvas, xs, area.to, at);
            top = std::max(top, std::min(from, to));
            bottom = std::min(bottom, std::max(from, to));
        }
        if (bottom - top < size.height() * 0.8) continue;
        fitting.push_back({bottom - top, {{x, (top + bottom) / 2}, Qt::AlignHCenter | Qt::AlignVCenter}});
    }
    std::ranges::stable_sort(fitting, std::ranges::greater{}, [](const auto& each) { return each.first; });
    std::vector<LabelPlace> places;
    for (const auto& each : fitting) places.push_back(each.second);
    canvas.label(area.name, places, {.colour = canvas.theme().text_on(area.colour)});
}

} // namespace roofrack
