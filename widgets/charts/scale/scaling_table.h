// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_data.h"
#include "widgets/charts/chart_table.h"

namespace roofrack {

/// The scaling chart in numbers: the best plans, the plan as given, other scenarios, measured rates. All
/// speed-ups and efficiencies are of the main line's smallest size and ideal. `with_law`: Amdahl's speed-ups,
/// too.
ChartTable scaling_table(const ChartData& data, bool with_law);

} // namespace roofrack
