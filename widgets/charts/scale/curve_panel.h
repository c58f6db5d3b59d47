// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_data.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/charts/scale/study_text.h"

#include <memory>

namespace roofrack {

struct StudyRangeShown {
    double low = 0, high = 0; ///< GPUs
};

/// The curve over GPUs: regimes behind it, the ideal, the plan as given beside the best ones, what cannot
/// run, where it bends and what is drawn.
PanelSpec curve_panel(const std::shared_ptr<const ChartData>& data, StudyRangeShown range, StudyValue value);

/// The mark of a measured point, the same for all of curve number `which`; px.
void draw_measured_mark(ChartCanvas& canvas, QPointF at, size_t which);

/// The GPUs.
AxisSpec size_axis(const ScaleResult& study, StudyRangeShown range);

} // namespace roofrack
