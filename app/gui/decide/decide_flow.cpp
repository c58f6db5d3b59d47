// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/decide_flow.h"

#include "app/gui/decide/what_if_flow.h"
#include "app/gui/pages/chart_area.h"
#include "core/answers/matrix_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/study/money/side_by_side.h"
#include "core/study/money/site_alternative.h"
#include "core/study/verdict.h"
#include "widgets/charts/limits/limits_chart.h"
#include "widgets/charts/money/scenarios_chart.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr int decide_pause_ms = 250; ///< after the last change

} // namespace

DecideFlow::DecideFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_what_if(what_if)
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(decide_pause_ms);
    connect(&m_pause, &QTimer::timeout, this, &DecideFlow::request);
    connect(&charts, &ChartArea::chart_seen, this, &DecideFlow::ask);
}

void DecideFlow::show(std::shared_ptr<const Answers> answers) {
    m_answers = std::move(answers);
    m_stop.request_stop();
    m_done = m_asked;
    m_pause.stop();
    ask();
}

const DecideFlow::Known* DecideFlow::known(const std::vector<Known>& among, const Scenario& scenario) const {
    const auto found =
        std::ranges::find_if(among, [&](const Known& each) { return each.scenario.name == scenario.name; });
    return found != among.end() && found->scenario == scenario && m_answers &&
                   found->best_plan == m_answers->snapshot().best_plan
               ? &*found
               : nullptr;
}

bool DecideFlow::sees_columns() const { return m_charts.is_seen(QLatin1String(ScenariosChart::id_text)); }
bool DecideFlow::sees_limits() const { return m_charts.is_seen(QLatin1String(LimitsChart::id_text)); }

void DecideFlow::ask() {
    if ((sees_columns() || sees_limits()) && m_answers && !m_pause.isActive()) m_pause.start();
}

void DecideFlow::request() {
    Job job;
    const std::vector<Scenario>& scenarios = m_document.project().scenarios;
    job.folder = m_document.file_path().parent_path();
    if (std::exchange(m_folder, job.folder) != job.folder) {
        m_known.clear();
        m_limits.clear();
    }
    for (const Scenario& each : scenarios) {
        const Scenario& scenario = m_what_if.in_place_of(each);
        if (sees_columns() && scenarios.size() > 1 && !known(m_known, scenario))
            job.scenarios.push_back(scenario);
        if (sees_limits() && !known(m_limits, scenario)) job.limited.push_back(scenario);
    }
    if (job.scenarios.empty() && job.limited.empty()) return;
    m_stop.request_stop();
    m_stop = std::stop_source();
    job.stop = m_stop;
    job.best_plan = m_answers->snapshot().best_plan;
    job.number = ++m_asked;
    m_worker.post(std::move(job));
    Q_EMIT found(); // that they are being found
}

void DecideFlow::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    const Catalog& catalog = m_document.catalog();
    std::vector<Known> columns, limits;
    for (const Scenario& scenario : job.scenarios) {
        if (either.stop_requested()) return;
        const Scenario asked = planned(scenario, catalog, job.best_plan, either.get_token());
        columns.push_back({scenario, job.best_plan,
                           std::make_shared<const ScenarioColumn>(
                               scenario_column(asked, catalog, job.folder, job.best_plan)),
                           nullptr});
    }
    for (const Scenario& scenario : job.limited) {
        if (either.stop_requested()) return;
        const Answers answers({.scenario = std::make_shared<const Scenario>(scenario),
                               .folder = job.folder,
                               .best_plan = job.best_plan},
                              catalog);
        const std::stop_callback stops(either.get_token(), [&answers] { answers.stop(); });
        limits.push_back(
            {scenario, job.best_plan, nullptr,
             std::make_shared<const LimitRow>(limit_row_or_reason(answers, either.get_token()))});
    }
    if (either.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, number = job.number, columns = std::move(columns), limits = std::move(limits)]() mutable {
            const auto keep = [](std::vector<Known>& kept, std::vector<Known>& found) {
                for (Known& one : found) {
                    std::erase_if(kept,
                                  [&](const Known& each) { return each.scenario.name == one.scenario.name; });
                    kept.push_back(std::move(one));
                }
            };
            keep(m_known, columns);
            keep(m_limits, limits);
            if (number == m_asked) m_done = m_asked;
            Q_EMIT found();
            ask(); // a view that came on the screen meanwhile
        },
        Qt::QueuedConnection);
}

void DecideFlow::fill(ChartData& data) const {
    const std::vector<Scenario>& scenarios = m_document.project().scenarios;
    for (const Scenario& each : scenarios) {
        const Scenario& scenario = m_what_if.in_place_of(each);
        const Known* column = known(m_known, scenario);
        if (scenarios.size() > 1) data.columns.push_back(column ? column->column : nullptr);
        const Known* limits = known(m_limits, scenario);
        if (limits || sees_limits()) data.limits.push_back(limits ? limits->limits : nullptr);
    }
}

bool DecideFlow::keep_fill(const std::string& accelerator) {
    const auto data = m_charts.data();
    const auto fills = data ? data->have<SiteAlternatives>() : nullptr;
    if (!fills || m_document.is_read_only()) return false;
    const auto fill = std::ranges::find(fills->clusters, accelerator, &SiteAlternative::accelerator);
    if (fill == fills->clusters.end() || !fill->scenario) return false;
    Scenario kept = *fill->scenario;
    if (m_what_if.ghost()) kept.name = tr("%1, what if").arg(to_qt(kept.name)).toStdString();
    m_document.perform<AddScenario>(std::move(kept));
    return true;
}

} // namespace roofrack
