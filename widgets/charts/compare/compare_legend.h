// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"

#include <string>

namespace roofrack {

struct Comparison;

/// Whether a best value may not be the best: its range overlaps another one's.
bool has_overlaps(const Comparison& table);
/// The legend entry of a best value that may not be it.
LegendEntry overlap_entry();
/// The legend entry of what stands in brackets; `ranges`: ranges_text().
LegendEntry range_entry(const std::string& ranges);

} // namespace roofrack
