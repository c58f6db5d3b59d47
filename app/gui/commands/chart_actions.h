// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Actions;
class ChartArea;
class SearchFlow;

/// One action a chart, "chart.ID", in the menu of charts and in the command search.
void add_chart_actions(Actions& actions);
void connect_charts(Actions& actions, ChartArea& charts, SearchFlow& search);
/// `search` may be nullptr: no project is open.
void enable_charts(Actions& actions, const SearchFlow* search);

} // namespace roofrack
