// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"

#include <QFontMetricsF>

#include <vector>

namespace roofrack {

struct Tick {
    double at = 0;
    QString label; ///< may be empty: a grid line without text
};

/// Few, round ticks for the visible range; labels never touch. `to_pixel` maps a value to its place along the
/// axis.
std::vector<Tick> choose_ticks(const AxisSpec& axis, double low, double high, double pixels, bool horizontal,
                               const QFontMetricsF& metrics, const std::function<double(double)>& to_pixel);

/// The smallest stride at which labels of these extents round these centres (in order) keep `gap` apart, when
/// the label `first` (−1: the first) is one of those that stay.
size_t stride_that_fits(const std::vector<double>& centres, const std::vector<double>& extents, double gap,
                        int first);
bool on_stride(size_t index, size_t stride, int first);

/// "16,384", "2M", "0.5 s", "38 %", "$40": `scale_of` is the magnitude whose SI prefix is used, from a
/// million on where counts have one; `step` decides the decimals.
QString tick_text(double value, const QString& unit, double scale_of, double step);

} // namespace roofrack
