// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"
#include "widgets/editor/plan_search.h"
#include "widgets/theme/theme.h"

#include <utility>

namespace roofrack {

/// What the map of a plan search shows beside the cells.
struct PlanMapMarks {
    std::optional<std::pair<int, int>> present;  ///< the cell whose plan is the scenario's
    std::optional<std::pair<int, int>> selected; ///< cells of the plan selected in the table
    bool is_stale = false;                       ///< faded: the answer to another drawing
};

/// The cells over PP (across) and TP (up). A click on a cell reports "TPxPP".
/// `compact`: without the axes' titles, for small pictures.
PanelSpec plan_map_panel(const SearchResult& result, const PlanMapMarks& marks, bool compact);
/// The scale of its colours.
PanelSpec plan_map_scale(const SearchResult& result, bool compact);
/// What is not a colour of the scale: marks, and the kinds of cells without a plan.
std::vector<LegendEntry> plan_map_legend(const SearchResult& result, const PlanMapMarks& marks,
                                         const Theme& theme);

} // namespace roofrack
