// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/comparison_flow.h"

#include "app/gui/pages/chart_area.h"
#include "core/base/catalog/catalog.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/way_chart.h"
#include "widgets/editor/commands/set_comparison.h"
#include "widgets/editor/document.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr int comparison_pause_ms = 120; ///< after the last change

std::vector<std::string> names_in(const std::vector<Scenario>& scenarios) {
    std::vector<std::string> out;
    for (const Scenario& each : scenarios) out.push_back(each.name);
    return out;
}

/// Without what other views of the decision ask.
ComparisonChoice of_comparison(ComparisonChoice choice) {
    choice.odds.clear();
    choice.by.clear();
    choice.tornado.clear();
    choice.map.clear();
    choice.map_by.clear();
    return choice;
}

} // namespace

bool ComparisonFlow::Job::is_same(const Job& other) const {
    return (with_way || !other.with_way) && choice == other.choice && asked == other.asked;
}

ComparisonFlow::ComparisonFlow(ChartArea& charts, Document& document, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_kept(document.catalog())
    , m_worker([this](const Job& job, const std::stop_token& stop) { work(job, stop); }) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(comparison_pause_ms);
    connect(&m_pause, &QTimer::timeout, this, &ComparisonFlow::request);
    connect(&charts, &ChartArea::chart_seen, this, &ComparisonFlow::ask);
    connect(&charts, &ChartArea::comparison_chosen, this, &ComparisonFlow::choose);
    connect(&document, &Document::changed, this, [this](Changes what) {
        if (!(what & Change::comparison)) return;
        ask();
        Q_EMIT found(); // the controls say what is asked
    });
}

void ComparisonFlow::show(std::shared_ptr<const Answers> answers) {
    m_answers = std::move(answers);
    ask();
}

bool ComparisonFlow::sees_rows() const { return m_charts.is_seen(QLatin1String(CompareChart::id_text)); }
bool ComparisonFlow::sees_way() const { return m_charts.is_seen(QLatin1String(WayChart::id_text)); }

ComparisonFlow::Job ComparisonFlow::job() const {
    Job out;
    const Project& project = m_document.project();
    out.asked =
        AskedScenarios::of(project, m_document.file_path(), m_answers && m_answers->snapshot().best_plan);
    out.choice = of_comparison(project.comparison);
    out.with_way = sees_way();
    return out;
}

void ComparisonFlow::ask() {
    if (!m_answers || !(sees_rows() || sees_way())) return;
    m_stop.request_stop(); // what is found meanwhile is of what was before
    m_done = m_asked;
    m_pause.start();
}

void ComparisonFlow::request() {
    Job next = job();
    if (next.asked.scenarios.size() < fewest_compared || m_found.is_same(next)) {
        Q_EMIT found();
        return;
    }
    m_stop = std::stop_source();
    next.stop = m_stop;
    next.number = ++m_asked;
    m_worker.post(std::move(next));
    Q_EMIT found(); // that it is being found
}

void ComparisonFlow::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    ComparisonView view = comparison_view_of(m_kept.of(job.asked), job.choice, job.asked.best_plan,
                                             job.with_way, either.get_token());
    if (either.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, job, view = std::move(view)]() mutable {
            if (job.number != m_asked) return;
            m_done = m_asked;
            if (view.study) m_study = std::move(view.study); // else what was shown stays, with why
            m_absent = std::move(view.absent);
            m_found = std::move(job);
            Q_EMIT found();
        },
        Qt::QueuedConnection);
}

void ComparisonFlow::fill(ChartData& data) const {
    const Job now = job();
    auto view = std::make_shared<ComparisonView>();
    view->choice = m_document.project().comparison;
    view->scenarios = names_in(now.asked.scenarios);
    view->best_plan = now.asked.best_plan;
    const std::vector<Scenario>& all = m_document.project().scenarios;
    for (size_t i = now.asked.scenarios.size(); i < all.size(); ++i) view->left_out.push_back(all[i].name);
    if (now.asked.scenarios.size() >= fewest_compared && !m_found.asked.scenarios.empty()) {
        view->is_stale = !m_found.is_same(now);
        view->study = m_study;
        if (!view->is_stale) view->absent = m_absent;
    }
    data.comparison = std::move(view);
}

void ComparisonFlow::choose(const ComparisonChoice& choice) {
    if (!m_document.is_read_only()) m_document.perform<SetComparison>(choice);
}

void ComparisonFlow::remove_row(const std::string& name) {
    ComparisonChoice choice = m_document.project().comparison;
    if (std::erase(choice.figures, name)) choose(choice);
}

} // namespace roofrack
