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

} // namespace

bool ComparisonFlow::Job::is_same(const Job& other) const {
    return best_plan == other.best_plan && (with_way || !other.with_way) && folder == other.folder &&
           choice == other.choice && scenarios == other.scenarios;
}

ComparisonFlow::ComparisonFlow(ChartArea& charts, Document& document, QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
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
    const std::vector<Scenario>& all = m_document.project().scenarios;
    out.scenarios.assign(all.begin(), all.begin() + std::ptrdiff_t(std::min(all.size(), most_compared)));
    out.choice = m_document.project().comparison;
    out.best_plan = m_answers && m_answers->snapshot().best_plan;
    out.with_way = sees_way();
    out.folder = m_document.file_path().parent_path();
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
    if (next.scenarios.size() < fewest_compared || m_found.is_same(next)) {
        Q_EMIT found();
        return;
    }
    m_stop = std::stop_source();
    next.stop = m_stop;
    next.number = ++m_asked;
    m_worker.post(std::move(next));
    Q_EMIT found(); // that it is being found
}

std::shared_ptr<const Answers> ComparisonFlow::answers_of(const Job& job, const Scenario& scenario) {
    for (const Kept& each : m_kept)
        if (each.folder == job.folder && each.best_plan == job.best_plan &&
            each.answers->scenario() == scenario)
            return each.answers;
    return std::make_shared<const Answers>(Snapshot{.scenario = std::make_shared<const Scenario>(scenario),
                                                    .folder = job.folder,
                                                    .best_plan = job.best_plan},
                                           m_document.catalog());
}

void ComparisonFlow::work(const Job& job, const std::stop_token& stop) {
    std::stop_source either = job.stop;
    const std::stop_callback at_end(stop, [&either] { either.request_stop(); });
    std::vector<std::shared_ptr<const Answers>> columns;
    for (const Scenario& scenario : job.scenarios) columns.push_back(answers_of(job, scenario));
    m_kept.clear();
    for (const auto& each : columns) m_kept.push_back({job.folder, job.best_plan, each});
    ComparisonView view =
        comparison_view_of(columns, job.choice, job.best_plan, job.with_way, either.get_token());
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
    view->choice = now.choice;
    view->scenarios = names_in(now.scenarios);
    view->best_plan = now.best_plan;
    const std::vector<Scenario>& all = m_document.project().scenarios;
    for (size_t i = now.scenarios.size(); i < all.size(); ++i) view->left_out.push_back(all[i].name);
    if (now.scenarios.size() >= fewest_compared && !m_found.scenarios.empty()) {
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
