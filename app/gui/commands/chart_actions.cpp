// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/chart_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/pages/chart_area.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/chart_catalog.h"
#include "widgets/charts/plan_search_chart.h"

#include <QMenu>

namespace roofrack {

namespace {

std::string action_id(const ChartEntry& entry) { return "chart." + std::string(entry.id); }

} // namespace

void add_chart_actions(Actions& actions) {
    int number = 0;
    for (const ChartEntry& entry : chart_catalog()) {
        const QString title = Chart::tr(entry.title);
        const QString key = ++number < 10 ? QStringLiteral("Ctrl+%1").arg(number) : QString();
        actions.add(action_id(entry), ChartArea::tr("Chart: %1").arg(title), key,
                    ChartArea::tr("Show the chart %1").arg(title));
        actions.submenu("view.charts.menu")->addAction(actions.get(action_id(entry)));
    }
}

void connect_charts(Actions& actions, ChartArea& charts, SearchFlow& search) {
    for (const ChartEntry& entry : chart_catalog())
        actions.on(action_id(entry), [&charts, id = QString::fromLatin1(entry.id)] {
            charts.show_chart(id);
            charts.current()->setFocus(Qt::ShortcutFocusReason);
        });
    actions.on("view.next-chart", [&charts] { charts.step(1); });
    actions.on("view.previous-chart", [&charts] { charts.step(-1); });
    actions.on("search.start", [&charts, &search] {
        charts.show_chart(QLatin1String(PlanSearchChart::id_text));
        search.start();
    });
    actions.on("search.cancel", [&search] { search.cancel(); });
    actions.on("search.use", [&search] { search.use_selected(); });
}

void enable_charts(Actions& actions, const SearchFlow* search) {
    for (const ChartEntry& entry : chart_catalog()) actions.enable({action_id(entry)}, search != nullptr);
    actions.enable({"view.next-chart", "view.previous-chart", "search.start"}, search != nullptr);
    actions.enable({"search.cancel"}, search && search->is_running());
    actions.enable({"search.use"}, search && search->can_use());
}

} // namespace roofrack
