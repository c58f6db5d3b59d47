// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/plan_search_chart.h"

#include "charts/chart_canvas.h"
#include "charts/chart_text.h"
#include "charts/plan_map.h"
#include "charts/plan_text.h"

namespace roofrack {

PlanSearchChart::PlanSearchChart(QWidget* parent)
    : Chart(QLatin1String(id_text), tr(title_text), parent) {
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
    spec.title = QStringLiteral("Best plan for each TP × PP");
    spec.source = source_line(data());
    if (!data().search) {
        if (!data().subject.empty()) spec.title += QStringLiteral(", ") + qt(data().subject);
        spec.empty = QStringLiteral("Start a search: the best plan for each tensor and pipeline degree, and "
                                    "what the others lose by, appears here.");
        return spec;
    }
    const SearchResult& result = data().search->result;
    // A small picture keeps its room for the cells; what is left out stands in their readouts.
    const bool compact = size.height() < theme.spacing(280);
    if (compact)
        spec.title = QStringLiteral("Best plan: TP up, PP across");
    else if (!data().search_subject.empty())
        spec.title += QStringLiteral(", ") + qt(data().search_subject);
    if (const double gpus = data().search->gpus(); gpus > 0 && !compact)
        spec.title += QStringLiteral(" on %1 GPUs").arg(count_text(gpus));
    const QString stale =
        data().search_is_stale ? QStringLiteral("drawing changed: search again") : QString();
    spec.subtitle =
        result.best.empty() ? joined({stale, QStringLiteral("no plan is feasible")})
        : compact           ? stale
                  : joined({stale, QStringLiteral("fastest %1").arg(shown(result.best.front().step_time)),
                            degrees_text(result.best.front().plan)});
    if (result.map.empty()) {
        spec.empty = QStringLiteral("The search found no plan to show.");
        return spec;
    }
    PlanMapMarks marks{.present = {}, .selected = m_selected, .is_stale = data().search_is_stale};
    if (data().evaluation) marks.present = std::pair{data().evaluation->plan.tp, data().evaluation->plan.pp};
    if (!compact) spec.legend = plan_map_legend(result, marks, theme);
    spec.panels = {plan_map_panel(result, marks, compact)};
    if (size.width() >= theme.spacing(240)) {
        spec.panels.push_back(plan_map_scale(result));
        spec.panels.back().max_height = spec.panels.front().max_height;
    }
    return spec;
}

ChartTable PlanSearchChart::table() const {
    return data().search ? plan_search_table(data().search->result)
                         : ChartTable{.columns = plan_columns(), .rows = {}};
}

} // namespace roofrack
