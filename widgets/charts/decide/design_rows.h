// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/row_pages.h"

#include <QPainterPath>

#include <vector>

namespace roofrack {

class ChartCanvas;
struct DesignStudy;
struct DesignView;

/// The designs that are listed: those that meet all limits, the best first; else the nearest.
const std::vector<size_t>& listed_designs(const DesignStudy& study);

/// Marks the place of a design, whose hint says all of it: a click keeps it, where a scenario may be added.
void mark_design(ChartCanvas& canvas, const QPainterPath& area, const DesignView& view, size_t place);

/// The designs of a page as rows, in columns as wide as their texts; `view` has designs.
void paint_design_rows(ChartCanvas& canvas, const DesignView& view, const RowPage& page);

} // namespace roofrack
