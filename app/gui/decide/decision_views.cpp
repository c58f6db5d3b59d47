// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/decision_views.h"

#include "core/answers/matrix_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/study/money/side_by_side.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/verdict.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/compare/way_chart.h"
#include "widgets/charts/decide/design_chart.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/decide/map_chart.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/odds_chart.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/charts/decide/tornado_chart.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/decide/tried_view.h"
#include "widgets/charts/limits/limits_chart.h"
#include "widgets/charts/money/scenarios_chart.h"

#include <algorithm>

namespace roofrack {

namespace {

using AnswersOfAll = std::vector<std::shared_ptr<const Answers>>;

AnswersOfAll answers_of_all(const DecisionRequest& request, const Catalog& catalog) {
    AnswersOfAll out;
    for (const Scenario& scenario : request.project.scenarios)
        if (out.size() < most_compared)
            out.push_back(std::make_shared<const Answers>(
                Snapshot{.scenario = std::make_shared<const Scenario>(scenario),
                         .folder = request.folder,
                         .jobs = project_of_jobs(request.project, scenario),
                         .best_plan = request.best_plan},
                catalog));
    return out;
}

} // namespace

void add_decision(const DecisionRequest& request, const Catalog& catalog, ChartData& data) {
    const Project& project = request.project;
    const auto is_chart = [&](const char* id) { return request.chart == QLatin1String(id); };
    const bool is_way = is_chart(WayChart::id_text);
    data.order_day = request.order;
    if (is_chart(ScenariosChart::id_text)) {
        Project asked = project;
        for (Scenario& each : asked.scenarios) each = planned(each, catalog, request.best_plan);
        for (ScenarioColumn& column :
             compare_scenarios(asked, catalog, request.folder, {}, request.best_plan))
            data.columns.push_back(std::make_shared<const ScenarioColumn>(std::move(column)));
    } else if (is_chart(LimitsChart::id_text)) {
        for (const Scenario& scenario : project.scenarios) {
            const Answers answers({.scenario = std::make_shared<const Scenario>(scenario),
                                   .folder = request.folder,
                                   .best_plan = request.best_plan},
                                  catalog);
            data.limits.push_back(std::make_shared<const LimitRow>(limit_row_or_reason(answers)));
        }
    } else if (is_way || is_chart(CompareChart::id_text)) {
        const AnswersOfAll columns = answers_of_all(request, catalog);
        if (columns.size() >= fewest_compared)
            data.comparison = std::make_shared<const ComparisonView>(
                comparison_view_of(columns, project.comparison, request.best_plan, is_way, request.stop));
    } else if (is_chart(OddsChart::id_text)) {
        data.odds = std::make_shared<const OddsView>(odds_view_of(answers_of_all(request, catalog),
                                                                  project.comparison, request.best_plan,
                                                                  request.order, request.stop));
    } else if (is_chart(TornadoChart::id_text)) {
        data.tornado = std::make_shared<const TornadoView>(
            tornado_view_of(request.answers, project.comparison, request.stop));
    } else if (is_chart(DesignChart::id_text)) {
        data.designs = std::make_shared<const DesignView>(
            design_view_of(request.answers, project.comparison, request.order));
    } else if (is_chart(TriedChart::id_text)) {
        data.tried = std::make_shared<const TriedView>(
            tried_view_of(request.answers, TriedRequest::of(project.comparison), {}, request.stop));
    } else if (is_chart(MapChart::id_text)) {
        data.map = std::make_shared<const MapView>(map_view_of(
            answers_of_all(request, catalog), project.comparison, request.best_plan, {}, request.stop));
    }
}

} // namespace roofrack
