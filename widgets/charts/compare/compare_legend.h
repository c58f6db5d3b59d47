// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"

#include <string>

namespace roofrack {

struct Comparison;
struct Theme;

/// Whether a best value may not be the best: its range overlaps another one's.
bool has_overlaps(const Comparison& table);
/// The legend entry of a best value that may not be it.
LegendEntry overlap_entry();
/// Whether a power is more than its site may draw.
bool has_above_limit(const Comparison& table);
/// The colour of such a value, readable on the panel.
QColor above_limit_colour(const Theme& theme);
LegendEntry above_limit_entry(const Theme& theme);
/// The legend entry of what stands in brackets; `ranges`: ranges_text().
LegendEntry range_entry(const std::string& ranges);

} // namespace roofrack
