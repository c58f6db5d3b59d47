// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/workspace_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/commands/chart_actions.h"
#include "app/gui/commands/command_search.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <map>

namespace roofrack {

namespace {

bool has_home_charts(const Workspace& workspace) {
    return std::ranges::any_of(chart_catalog(), [&](const ChartEntry& entry) {
        const Workspace* home = home_of(QLatin1String(entry.id));
        return home && QLatin1String(home->id) == QLatin1String(workspace.id);
    });
}

} // namespace

std::string workspace_action(const Workspace& workspace) { return "workspace." + std::string(workspace.id); }

void add_workspace_actions(Actions& actions) {
    QMenu* menu = actions.submenu("view.workspaces.menu");
    auto* group = new QActionGroup(menu);
    for (const Workspace& each : workspaces()) {
        QAction* action = actions.add(workspace_action(each), each.name(), each.key(), each.tip());
        action->setCheckable(true);
        action->setProperty("command", CommandSearch::tr("Workspace: %1").arg(each.name()));
        group->addAction(action);
        menu->addAction(action);
    }
    QMenu* charts = actions.submenu("view.charts.menu");
    std::map<QString, QMenu*> of_workspace; // all charts in one list would be higher than the screen
    for (const Workspace& each : workspaces())
        if (has_home_charts(each)) of_workspace[QLatin1String(each.id)] = charts->addMenu(each.name());
    for (const ChartEntry& entry : chart_catalog()) {
        QAction* action = actions.get(chart_action(entry));
        const Workspace* home = home_of(QLatin1String(entry.id));
        (home ? of_workspace.at(QLatin1String(home->id)) : charts)->addAction(action);
        if (home)
            action->setProperty("command",
                                CommandSearch::tr("%1 · in %2").arg(Chart::tr(entry.title), home->name()));
    }
}

} // namespace roofrack
