// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/compare_flow.h"

#include "app/gui/decide/what_if_flow.h"
#include "app/gui/pages/chart_area.h"
#include "core/answers/scale_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/study/scenario_curve.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr int compare_pause_ms = 250; ///< after the open scenario's own study was asked for

} // namespace

CompareFlow::CompareFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_what_if(what_if)
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(compare_pause_ms);
    connect(&m_pause, &QTimer::timeout, this, &CompareFlow::request);
    connect(&charts, &ChartArea::chart_seen, this, &CompareFlow::ask);
    connect(&charts, &ChartArea::study_view_chosen, this, [this] {
        Q_EMIT found(); // one is not shown any more, or is known already
        ask();
    });
    connect(&document, &Document::changed, this, &CompareFlow::show_scenarios);
    connect(&document, &Document::scenario_changed, this, &CompareFlow::show_scenarios);
    connect(&document, &Document::file_changed, this, &CompareFlow::show_scenarios);
    show_scenarios();
}

void CompareFlow::show_scenarios() {
    QStringList names;
    for (const Scenario& scenario : m_document.project().scenarios)
        if (&scenario != &m_document.scenario()) names << QString::fromStdString(scenario.name);
    m_charts.show_scenarios(names);
}

void CompareFlow::show(std::shared_ptr<const Answers> answers) {
    m_answers = std::move(answers);
    m_stop.request_stop();
    m_done = m_asked;
    m_pause.stop();
    ask();
}

std::vector<const Scenario*> CompareFlow::chosen() const {
    std::vector<const Scenario*> out;
    if (const Scenario* ghost = m_what_if.ghost()) out.push_back(ghost);
    const QStringList& names = m_charts.study_view().beside;
    for (const Scenario& scenario : m_document.project().scenarios)
        if (&scenario != &m_document.scenario() && out.size() + 1 < most_overlaid &&
            names.contains(QString::fromStdString(scenario.name)))
            out.push_back(&scenario);
    return out;
}

const CompareFlow::Known* CompareFlow::known(const Scenario& scenario) const {
    const auto found = std::ranges::find_if(m_known, [&](const Known& each) {
        return each.scenario.name == scenario.name && sizes() && each.metric == sizes()->metric &&
               each.best_plan == m_answers->snapshot().best_plan;
    });
    return found == m_known.end() ? nullptr : &*found;
}

/// Null: the open scenario cannot be understood.
const StudySizes* CompareFlow::sizes() const {
    return m_answers ? m_answers->have_value<StudySizes>() : nullptr;
}

std::vector<Scenario> CompareFlow::missing() const {
    std::vector<Scenario> out;
    if (!sizes()) return out;
    for (const Scenario* scenario : chosen())
        if (const Known* is = known(*scenario); !is || is->scenario != *scenario) out.push_back(*scenario);
    return out;
}

void CompareFlow::ask() {
    if (!chosen().empty() && m_charts.is_seen(QLatin1String(ScalingChart::id_text)) && !m_pause.isActive())
        m_pause.start();
}

void CompareFlow::request() {
    std::vector<Scenario> scenarios = missing();
    if (scenarios.empty()) return;
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_worker.post(
        {std::move(scenarios), sizes()->metric, m_answers->snapshot().best_plan, m_stop, ++m_asked});
    Q_EMIT found(); // that they are being found
}

void CompareFlow::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    for (const Scenario& scenario : job.scenarios) {
        auto curve = std::make_shared<const ScenarioCurve>(
            scenario_curve(scenario, m_document.catalog(), {},
                           {.metric = job.metric, .replan = job.best_plan}, either.get_token()));
        if (either.stop_requested()) return;
        QMetaObject::invokeMethod(
            this,
            [this, number = job.number, found = Known{scenario, job.metric, job.best_plan, std::move(curve)},
             is_last = &scenario == &job.scenarios.back()]() mutable {
                keep(number, std::move(found), is_last);
            },
            Qt::QueuedConnection);
    }
}

/// What an older request found is kept, too: it is what the scenario was then.
void CompareFlow::keep(quint64 number, Known found, bool is_last) {
    std::erase_if(m_known, [&](const Known& each) { return each.scenario.name == found.scenario.name; });
    m_known.push_back(std::move(found));
    if (number == m_asked && is_last) m_done = m_asked;
    Q_EMIT this->found();
}

void CompareFlow::fill(ChartData& data) const {
    for (const Scenario* scenario : chosen()) {
        const Known* is = known(*scenario);
        if (is) data.beside.push_back(is->curve);
    }
    data.is_beside_stale = m_asked != m_done;
}

} // namespace roofrack
