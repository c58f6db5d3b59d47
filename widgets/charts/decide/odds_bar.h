// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"
#include "widgets/charts/plot/ticks.h"

#include <QColor>

#include <chrono>

namespace roofrack {

/// The values that the bars of a figure reach over, as the figure is stored.
struct OddsScale {
    double low = 0, high = 0;
    bool is_known() const { return high > low; } ///< else there is nothing, or one value
};
OddsScale scale_of(const FigureOdds& odds);

/// Round values on that scale, as the figure is stored; of weeks from the order the beginnings of months, or
/// both ends. Labels of `pixels` of width do not touch.
std::vector<Tick> scale_ticks(const ProbedFigure& figure, const OddsScale& scale, std::chrono::sys_days order,
                              double pixels, const QFontMetricsF& metrics);

QColor soft_colour(QColor colour, float share);

/// The bar of a scenario from P10 to P90, with P50 and what it is as it is; `room` is where the scale lies.
void draw_odds_bar(ChartCanvas& canvas, const FigureOdds& odds, size_t scenario, bool is_best,
                   const QRectF& room);

/// The ticks below the bars of a figure.
void draw_scale_ticks(ChartCanvas& canvas, const FigureOdds& odds, std::chrono::sys_days order,
                      const QRectF& room);

} // namespace roofrack
