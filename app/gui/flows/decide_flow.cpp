// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/decide_flow.h"

#include "app/gui/pages/chart_area.h"
#include "core/catalog/catalog.h"
#include "core/study/money/side_by_side.h"
#include "core/study/money/site_fill.h"
#include "core/study/verdict.h"
#include "widgets/charts/money/running_chart.h"
#include "widgets/charts/money/scenarios_chart.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr int decide_pause_ms = 250; ///< after the last change

bool has_step(const EvaluationBundle& bundle) {
    return bundle.prepared && bundle.evaluation.step_time > Seconds(0);
}

} // namespace

DecideFlow::DecideFlow(ChartArea& charts, Document& document, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(decide_pause_ms);
    connect(&m_pause, &QTimer::timeout, this, &DecideFlow::request);
    connect(&charts, &ChartArea::chart_seen, this, &DecideFlow::ask);
    // What another scenario, or another project, could have in its place is nothing of this one.
    connect(&document, &Document::scenario_changed, this, [this] {
        m_fills.reset();
        m_fills_of.reset();
    });
}

void DecideFlow::show_bundle(std::shared_ptr<const EvaluationBundle> bundle) {
    m_bundle = std::move(bundle);
    m_stop.request_stop();
    m_done = m_asked;
    m_pause.stop();
    ask();
}

const DecideFlow::Known* DecideFlow::known(const Scenario& scenario) const {
    const auto found =
        std::ranges::find_if(m_known, [&](const Known& each) { return each.scenario.name == scenario.name; });
    return found != m_known.end() && found->scenario == scenario && m_bundle &&
                   found->best_plan == m_bundle->best_plan
               ? &*found
               : nullptr;
}

bool DecideFlow::are_fills_known() const {
    return m_bundle && m_fills_of == m_bundle->scenario && m_fills_best_plan == m_bundle->best_plan;
}

void DecideFlow::ask() {
    const bool is_seen = m_charts.is_seen(QLatin1String(ScenariosChart::id_text)) ||
                         m_charts.is_seen(QLatin1String(RunningChart::id_text));
    if (is_seen && m_bundle && !m_pause.isActive()) m_pause.start();
}

void DecideFlow::request() {
    Job job;
    const std::vector<Scenario>& scenarios = m_document.project().scenarios;
    job.folder = m_document.file_path().parent_path();
    if (std::exchange(m_folder, job.folder) != job.folder) m_known.clear();
    if (m_charts.is_seen(QLatin1String(ScenariosChart::id_text)) && scenarios.size() > 1)
        for (const Scenario& scenario : scenarios)
            if (!known(scenario)) job.scenarios.push_back(scenario);
    if (m_charts.is_seen(QLatin1String(RunningChart::id_text)) && has_step(*m_bundle) && !are_fills_known())
        job.fills_of = m_bundle;
    if (job.scenarios.empty() && !job.fills_of) return;
    m_stop.request_stop();
    m_stop = std::stop_source();
    job.stop = m_stop;
    job.best_plan = m_bundle->best_plan;
    job.number = ++m_asked;
    m_worker.post(std::move(job));
    Q_EMIT found(); // that they are being found
}

void DecideFlow::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    std::vector<Known> columns;
    for (const Scenario& scenario : job.scenarios) {
        if (either.stop_requested()) return;
        const Catalog& catalog = m_document.catalog();
        const Scenario asked = planned(scenario, catalog, job.best_plan, either.get_token());
        columns.push_back(
            {scenario, job.best_plan,
             std::make_shared<const ScenarioColumn>(scenario_column(asked, catalog, job.folder))});
    }
    std::shared_ptr<const SiteFills> fills;
    if (job.fills_of)
        fills = std::make_shared<const SiteFills>(site_fills(
            *job.fills_of->prepared, job.fills_of->evaluation, m_document.catalog(), either.get_token()));
    if (either.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, number = job.number, columns = std::move(columns), fills,
         of = job.fills_of ? job.fills_of->scenario : nullptr, best_plan = job.best_plan]() mutable {
            for (Known& column : columns) {
                std::erase_if(m_known,
                              [&](const Known& each) { return each.scenario.name == column.scenario.name; });
                m_known.push_back(std::move(column));
            }
            if (fills) {
                m_fills = std::move(fills);
                m_fills_of = std::move(of);
                m_fills_best_plan = best_plan;
            }
            if (number == m_asked) m_done = m_asked;
            Q_EMIT found();
            ask(); // a view that came on the screen meanwhile
        },
        Qt::QueuedConnection);
}

void DecideFlow::fill(ChartData& data) const {
    const std::vector<Scenario>& scenarios = m_document.project().scenarios;
    if (scenarios.size() > 1)
        for (const Scenario& scenario : scenarios) {
            const Known* is = known(scenario);
            data.columns.push_back(is ? is->column : nullptr);
        }
    // Where there is no step, nothing is being found either: the view says why.
    if (m_bundle && !has_step(*m_bundle)) return;
    if (!m_bundle || m_fills_best_plan == m_bundle->best_plan) data.fills = m_fills;
    data.are_fills_stale = !are_fills_known();
}

bool DecideFlow::keep_fill(const std::string& accelerator) {
    if (!m_fills || m_document.is_read_only()) return false;
    const auto fill = std::ranges::find(m_fills->clusters, accelerator, &SiteFill::accelerator);
    if (fill == m_fills->clusters.end() || !fill->scenario) return false;
    m_document.perform<AddScenario>(*fill->scenario);
    return true;
}

} // namespace roofrack
