// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/scale/curve_panel.h"

namespace roofrack {

struct Theme;

/// The signs of the parts that take or give back enough to be seen.
std::vector<LegendEntry> gap_legend(const ScaleResult& study, const Theme& theme);

/// Where the ideal went: at each size the share of the ideal that each part takes, stacked above the axis,
/// and what parts give back that shrink faster than ideal, below it.
PanelSpec gap_panel(const std::shared_ptr<const ChartData>& data, StudyRangeShown range);

} // namespace roofrack
