// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/chart_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/verdict_bar.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/plan_search_chart.h"

#include <QAction>
#include <QActionGroup>

namespace roofrack {

std::string chart_action(const ChartEntry& entry) { return "chart." + std::string(entry.id); }

void add_chart_actions(Actions& actions) {
    int number = 0;
    for (const ChartEntry& entry : chart_catalog()) {
        const QString title = Chart::tr(entry.title);
        const QString key = ++number < 10 ? QStringLiteral("Ctrl+Alt+%1").arg(number) : QString();
        actions.add(chart_action(entry), ChartArea::tr("Chart: %1").arg(title), key,
                    ChartArea::tr("Show the chart %1").arg(title));
    }
}

void connect_charts(Actions& actions, ChartArea& charts, SearchFlow& search,
                    const std::function<void(const QString& chart)>& show) {
    for (const ChartEntry& entry : chart_catalog())
        actions.on(chart_action(entry), [&charts, show, id = QString::fromLatin1(entry.id)] {
            show(id);
            charts.current()->setFocus(Qt::ShortcutFocusReason);
        });
    actions.on("view.next-chart", [&charts] { charts.step(1); });
    actions.on("view.previous-chart", [&charts] { charts.step(-1); });
    actions.on("search.start", [show, &search] {
        show(QLatin1String(PlanSearchChart::id_text));
        search.start();
    });
    actions.on("search.cancel", [&search] { search.cancel(); });
    actions.on("search.use", [&search] { search.use_selected(); });
}

void connect_plan(Actions& actions, VerdictBar& verdict, const std::function<void()>& chosen) {
    auto* one = new QActionGroup(&verdict);
    QList<QAction*> choices;
    for (const auto& [id, best] : {std::pair{"study.plan-given", false}, {"study.plan-best", true}}) {
        choices << one->addAction(actions.get(id));
        actions.on(id, [&verdict, best = best] { verdict.set_best_plan(best); });
    }
    choices.front()->setChecked(true);
    verdict.set_plan_choices(choices);
    QObject::connect(&verdict, &VerdictBar::plan_chosen, &verdict, chosen);
}

void enable_charts(Actions& actions, const SearchFlow* search) {
    for (const ChartEntry& entry : chart_catalog()) actions.enable({chart_action(entry)}, search != nullptr);
    actions.enable(
        {"view.next-chart", "view.previous-chart", "search.start", "study.plan-given", "study.plan-best"},
        search != nullptr);
    actions.enable({"search.cancel"}, search && search->is_running());
    actions.enable({"search.use"}, search && search->can_use());
}

} // namespace roofrack
