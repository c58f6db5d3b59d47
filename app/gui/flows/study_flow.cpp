// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/study_flow.h"

#include "app/gui/pages/chart_area.h"
#include "widgets/charts/scale/bottlenecks_chart.h"
#include "widgets/charts/scale/scaling_chart.h"

namespace roofrack {

namespace {

constexpr int pause_ms = 150; ///< a drag goes on for longer than this between two of its steps

} // namespace

StudyFlow::StudyFlow(ChartArea& charts, const Catalog& catalog, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_lane(engine_detailer(catalog)) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause_ms);
    connect(&m_pause, &QTimer::timeout, this, [this] { m_lane.request(m_bundle, are_best_wanted()); });
    connect(&charts, &ChartArea::chart_seen, this, &StudyFlow::ask);
    connect(&m_lane, &StudyLane::detailed, this,
            [this](quint64 generation, std::shared_ptr<const StudyDetails> details) {
                m_details = std::move(details);
                m_details_generation = generation;
                m_details_of = scenario();
                m_details_best_plan = m_bundle->best_plan;
                Q_EMIT found();
                ask(); // a chart of the best plans may have come on the screen meanwhile
            });
    connect(&m_lane, &StudyLane::studied, this, [this](quint64, std::shared_ptr<const BestPlans> best) {
        m_best = std::move(best);
        m_best_snapshot = m_bundle->scenario;
        m_best_of = scenario();
        Q_EMIT found();
    });
}

void StudyFlow::show_bundle(std::shared_ptr<const EvaluationBundle> bundle) {
    m_bundle = std::move(bundle);
    m_lane.cancel();
    m_pause.stop();
    ask();
}

std::string StudyFlow::scenario() const {
    return m_bundle && m_bundle->scenario ? m_bundle->scenario->name : std::string();
}

bool StudyFlow::are_details_wanted() const {
    return m_bundle && m_details_generation != m_bundle->generation;
}

/// What was found by the other plan (as given, or the best) is no answer.
bool StudyFlow::are_details_of_it() const {
    return m_details && m_bundle && m_details_of == scenario() && m_details_best_plan == m_bundle->best_plan;
}

/// Whatever plan is asked: the best ones are the same.
bool StudyFlow::are_best_of_it() const {
    return m_best && m_best_snapshot == m_bundle->scenario && m_best->study.metric == m_bundle->given.metric;
}

bool StudyFlow::are_best_wanted() const {
    return m_bundle && !m_bundle->given.points.empty() && !(are_best_of_it() && m_best->has_moves) &&
           (m_bundle->best_plan || m_charts.is_seen(QLatin1String(ScalingChart::id_text)) ||
            m_charts.is_seen(QLatin1String(BottlenecksChart::id_text)));
}

void StudyFlow::ask() {
    if ((are_best_wanted() || are_details_wanted()) && !is_busy()) m_pause.start();
}

void StudyFlow::fill(Evaluation& evaluation) const {
    if (!are_details_of_it() || evaluation.regime || !evaluation.feasible) return;
    evaluation.regime = m_details->regime.regime;
    evaluation.regime_of_best_plans = evaluation.regime && m_details->regime.of_best_plans;
}

const SlowGroups* StudyFlow::slow_groups() const {
    return are_details_of_it() ? m_details->slow.get() : nullptr;
}

void StudyFlow::fill(ChartData& data) const {
    if (are_details_of_it()) {
        ScaleResult given = data.given;
        add_details(*m_details, data);
        if (m_details_generation != m_bundle->generation) data.given = std::move(given);
    }
    if (data.evaluation) fill(*data.evaluation);
    if (!m_bundle || data.given.points.empty()) return;
    data.best_is_stale = !are_best_of_it();
    if (!m_best || m_best_of != data.scenario || m_best->study.metric != data.given.metric) return;
    data.best = m_best->study;
    data.best_bottlenecks = m_best->bottlenecks;
}

} // namespace roofrack
