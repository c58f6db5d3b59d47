// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"
#include "widgets/editor/plan_search.h"
#include "widgets/theme/theme.h"

#include <utility>

namespace roofrack {

/// What the map of a plan search shows beside the cells.
struct PlanMapMarks {
    std::optional<std::pair<int, int>> present; ///< The cell that holds the scenario's plan.
    /// The cell of the plan that is selected in the table.
    std::optional<std::pair<int, int>> selected;
    /// The answer belongs to an earlier drawing and is shown faded.
    bool is_stale = false;
};

/// The cells over PP (across) and TP (up). A click on a cell reports "TPxPP".
/// `compact`: without the axes' titles, for small pictures.
PanelSpec plan_map_panel(const SearchResult& result, const PlanMapMarks& marks, bool compact);
/// The scale of its colours.
PanelSpec plan_map_scale(const SearchResult& result, bool compact);
/// The legend of marks and of cells without a plan, which have no colour of the scale.
std::vector<LegendEntry> plan_map_legend(const SearchResult& result, const PlanMapMarks& marks,
                                         const Theme& theme);

} // namespace roofrack
