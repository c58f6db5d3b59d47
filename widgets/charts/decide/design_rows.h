// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/row_pages.h"
#include "widgets/theme/theme.h"

#include <QPainterPath>
#include <QString>

#include <string>
#include <vector>

namespace roofrack {

class ChartCanvas;
struct DesignStudy;
struct DesignView;

/// The designs that are listed: those that meet all limits, the best first; else the nearest.
const std::vector<size_t>& listed_designs(const DesignStudy& study);

/// That designs of the list are less sure than they look: of all of them with what is said of each alike,
/// else what the mark "(!)" before some says. Empty: none is.
QString caution_line(const DesignStudy& study);

/// The servers that a search varies, in the order in which they were asked, at most as many as have colours;
/// empty: there is one, or there are more.
std::vector<std::string> coloured_servers(const DesignStudy& study);
QColor server_colour(const Theme& theme, size_t server);

/// Marks the place of a design, whose hint says all of it: a click keeps it, where a scenario may be added.
void mark_design(ChartCanvas& canvas, const QPainterPath& area, const DesignView& view, size_t place);

/// The designs of a page as rows, in columns as wide as their texts; `view` has designs.
void paint_design_rows(ChartCanvas& canvas, const DesignView& view, const RowPage& page);

} // namespace roofrack
