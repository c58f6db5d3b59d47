// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/area_stack.h"

#include "widgets/charts/plot/chart_canvas.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

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
        // The text must fit at both its ends, too.
        double top = -1e9, bottom = 1e9;
        for (size_t j = 0; j < xs.size(); ++j) {
            if (std::abs(canvas.x(xs[j]) - x) > size.width() / 2 + canvas.px(10)) continue;
            const double from = canvas.y(area.from[j]), to = canvas.y(area.to[j]);
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
