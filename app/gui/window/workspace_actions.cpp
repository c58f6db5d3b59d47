// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/workspace_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/commands/chart_actions.h"
#include "app/gui/commands/command_search.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"

#include <QActionGroup>
#include <QMenu>

namespace roofrack {

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
    for (const ChartEntry& entry : chart_catalog())
        if (const Workspace* home = home_of(QLatin1String(entry.id)))
            actions.get(chart_action(entry))
                ->setProperty("command",
                              CommandSearch::tr("%1 · in %2").arg(Chart::tr(entry.title), home->name()));
}

} // namespace roofrack
