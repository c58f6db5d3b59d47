// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plan_search_chart.h"

#include "widgets/charts/chart_text.h"
#include "widgets/charts/plan_map.h"
#include "widgets/charts/plan_text.h"
#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/editor/plan_search.h"

#include <algorithm>

namespace roofrack {

PlanSearchChart::PlanSearchChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {
    connect(this, &Chart::chosen, this, [this](const QString& key) {
        Q_EMIT cell_chosen(key.section(u'x', 0, 0).toInt(), key.section(u'x', 1).toInt());
    });
}

void PlanSearchChart::set_selected(std::optional<std::pair<int, int>> tp_pp) {
    if (m_selected == tp_pp) return;
    m_selected = tp_pp;
    refresh();
}

ChartSpec PlanSearchChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = tr("Best plan for each TP × PP");
    spec.source = source_line(data());
    if (!data().search) {
        if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
        spec.empty = tr("Start a search: the best plan for each tensor and pipeline degree, and "
                        "what the others lose by, appears here.");
        return spec;
    }
    const SearchResult& result = data().search->result;
    ChartData asked;
    asked.scenario = data().search->asked.scenario->name;
    spec.source = source_line(asked);
    // A small picture keeps its room for the cells; what is left out stands in their readouts.
    const bool compact = size.height() < theme.spacing(280);
    if (compact)
        spec.title = tr("Best step time, s: TP up, PP across");
    else if (!data().search_subject.empty())
        spec.title += QStringLiteral(", ") + qt(data().search_subject);
    if (const double gpus = data().search->gpus(); gpus > 0 && !compact)
        spec.title = tr("%1 on %2 GPUs").arg(spec.title, count_text(gpus));
    const QString stale = data().search_is_stale ? tr("drawing changed: search again") : QString();
    spec.subtitle = result.best.empty() ? joined({stale, nothing_text()})
                    : compact           ? stale
                                        : joined({stale, fastest_text(), present_text()});
    if (result.map.empty()) {
        spec.empty = tr("The search found no plan to show.");
        return spec;
    }
    const PlanMapMarks marks{
        .present = present(), .selected = m_selected, .is_stale = data().search_is_stale};
    if (!compact || (size.height() >= theme.spacing(220) && size.width() >= theme.spacing(400)))
        spec.legend = plan_map_legend(result, marks, theme);
    spec.panels = {plan_map_panel(result, marks, compact)};
    if (!result.best.empty() && size.width() >= theme.spacing(320)) {
        spec.panels.push_back(plan_map_scale(result, compact));
        spec.panels.back().max_height = spec.panels.front().max_height;
    }
    return spec;
}

QString PlanSearchChart::nothing_text() const {
    const QString text = tr("no plan is feasible");
    // The most parallel of what does not fit is the nearest to fitting.
    const SearchCell* nearest = nullptr;
    for (const SearchCell& cell : data().search->result.map)
        if (cell.reason.find("divide") == std::string::npos &&
            (!nearest || cell.tp * cell.pp >= nearest->tp * nearest->pp))
            nearest = &cell;
    if (!nearest) return text;
    return joined({text, tr("TP %1 × PP %2 %3").arg(nearest->tp).arg(nearest->pp).arg(qt(nearest->reason))});
}

QString PlanSearchChart::fastest_text() const {
    const RankedPlan& best = data().search->result.best.front();
    return joined({tr("fastest %1").arg(shown(best.step_time)), degrees_text(best.plan)});
}

std::optional<std::pair<int, int>> PlanSearchChart::present() const {
    const auto now = data().evaluation();
    if (!now || data().search_is_stale || now->gpus != data().search->gpus()) return {};
    for (const SearchCell& cell : data().search->result.map)
        if (cell.best && is_adopted(cell.best->plan, now->plan, data().search->asked.options))
            return std::pair{cell.tp, cell.pp};
    return {};
}

QString PlanSearchChart::present_text() const {
    const auto now = data().evaluation();
    if (!now || data().search_is_stale) return {};
    if (now->gpus != data().search->gpus()) return tr("the plan now uses %1 GPUs").arg(count_text(now->gpus));
    if (!now->feasible) return tr("the plan now does not run");
    const double ratio = now->step_time / data().search->result.best.front().step_time;
    const QString text = tr("the plan now %1, %2×").arg(shown(now->step_time)).arg(ratio, 0, 'f', 2);
    const auto& cells = data().search->result.map;
    const bool has_cell = std::ranges::any_of(cells, [&](const SearchCell& cell) {
        return cell.best && cell.tp == now->plan.tp && cell.pp == now->plan.pp;
    });
    if (present() || !has_cell) return present() ? text : tr("%1, not in the picture").arg(text);
    return tr("%1, not in the picture: at TP %2 × PP %3 stands a faster one")
        .arg(text)
        .arg(now->plan.tp)
        .arg(now->plan.pp);
}

ChartTable PlanSearchChart::table() const {
    return data().search ? plan_search_table(data().search->result)
                         : ChartTable{.columns = plan_columns(), .rows = {}};
}

} // namespace roofrack
