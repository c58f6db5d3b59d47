// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <string>

namespace roofrack {

class Actions;
class ChartArea;
class SearchFlow;
class VerdictBar;
struct ChartEntry;

std::string chart_action(const ChartEntry& entry); ///< its id
/// One action a chart, "chart.ID", in the menu of charts and in the command search.
void add_chart_actions(Actions& actions);
/// `show`: brings a chart before the user, wherever it lives.
void connect_charts(Actions& actions, ChartArea& charts, SearchFlow& search,
                    const std::function<void(const QString& chart)>& show);
/// `search` may be nullptr: no project is open.
void enable_charts(Actions& actions, const SearchFlow* search);

/// The one switch between the plan as given and the best one found, in the menu and in the verdict. `chosen`:
/// after it is another.
void connect_plan(Actions& actions, VerdictBar& verdict, const std::function<void()>& chosen);

} // namespace roofrack
