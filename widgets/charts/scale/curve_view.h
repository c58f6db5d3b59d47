// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/curve/curve_line.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/scale/study_text.h"
#include "widgets/charts/scale/study_view.h"

#include <optional>

namespace roofrack {

struct StudyRangeShown {
    double low = 0, high = 0; ///< GPUs
    bool is_log = true;
    /// A share of the way along the axis.
    double at(double share) const;
};

/// Where the points of the scaling chart stand: what it shows, all of the main line's smallest size and
/// ideal.
struct CurveView {
    ChartCanvas& canvas;
    const ChartData& data;
    const StudyView& shown;
    StudyRangeShown range;

    const ScaleResult& main() const { return data.scale(); }
    /// Whether the main line is final; a line that is still being computed is not judged.
    bool is_found() const { return data.is_main_found(); }
    double value(const ScalePoint& point) const { return quantity_of(shown.quantity, point, main()); }
    double ideal(double gpus) const { return ideal_quantity(shown.quantity, gpus, main()); }
    QPointF at(const ScalePoint& point) const { return canvas.at(point.gpus, value(point)); }
    /// Where the main line has that mark; none: it has none.
    std::optional<QPointF> marked_at(CurveMark::Kind kind) const;
};

/// What runs where a measured rate was measured, level with the plan as given: `progress` in 1/s. NaN where
/// what is shown of it is not known.
double measured_value(ScaleQuantity quantity, const ChartData& data, double gpus, double progress);

} // namespace roofrack
