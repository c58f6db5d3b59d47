// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"
#include "widgets/charts/chart_table.h"

#include <span>

namespace roofrack {

/// The table of a chart from figures: a column a name of the view, its unit that of the stored number; a row
/// an object. Choices by name; what is absent is an empty cell.
ChartTable table_of_figures(const figures::Shape& shape, std::span<const figures::ViewKey> view,
                            std::span<const void* const> objects);

} // namespace roofrack
