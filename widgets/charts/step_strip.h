// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/step_part.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/plot/chart_spec.h"

#include <array>
#include <memory>
#include <vector>

namespace roofrack {

/// px at scale 1: a lower picture has no room for upright bars.
inline constexpr int step_strip_height = 264;

/// One step as one bar lying down, the names of its parts below: for a low picture. `data` has an evaluation;
/// `named`: the parts that get a name, as long as there is room for it.
PanelSpec step_strip(const std::shared_ptr<const ChartData>& data, const std::vector<StepPart>& named,
                     const std::array<bool, step_part_count>& shown_parts);

} // namespace roofrack
