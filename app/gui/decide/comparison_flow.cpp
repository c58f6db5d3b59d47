// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/comparison_flow.h"

#include "app/gui/decide/what_if_flow.h"
#include "app/gui/pages/chart_area.h"
#include "core/answers/design/designs_like.h"
#include "core/base/catalog/catalog.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/charts/compare/way_chart.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

namespace {

/// Without what other views of the decision ask.
ComparisonChoice of_comparison(ComparisonChoice choice) {
    choice.odds.clear();
    choice.by.clear();
    choice.tornado.clear();
    choice.map.clear();
    choice.map_by.clear();
    choice.tried.clear();
    choice.tried_figures.clear();
    choice.goal.clear();
    choice.limits.clear();
    choice.vary.clear();
    return choice;
}

} // namespace

/// What was found with the way holds without it.
bool ComparisonFlow::Question::covers(const Question& other) const {
    return (with_way || !other.with_way) && choice == other.choice && asked == other.asked;
}

ComparisonFlow::ComparisonFlow(ChartArea& charts, Document& document, const WhatIfFlow& what_if,
                               QObject* parent)
    : QObject(parent)
    , m_charts(charts)
    , m_document(document)
    , m_what_if(what_if)
    , m_kept(document.catalog())
    , m_inquiry(
          *this,
          [this](const Question& question, const auto&, const std::stop_token& stop) {
              return std::make_shared<const ComparisonView>(
                  comparison_view_of(m_kept.of(question.asked), question.choice, question.asked.best_plan,
                                     question.with_way, stop, &m_equal));
          },
          [this] { take(); }) {
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

void ComparisonFlow::forget() {
    m_inquiry.forget();
    m_study.reset();
    m_answers.reset();
}

bool ComparisonFlow::sees_rows() const { return m_charts.is_seen(QLatin1String(CompareChart::id_text)); }
bool ComparisonFlow::sees_way() const { return m_charts.is_seen(QLatin1String(WayChart::id_text)); }

bool ComparisonFlow::asks_best_plan() const { return m_answers && m_answers->snapshot().best_plan; }

ComparisonFlow::Question ComparisonFlow::question() const {
    const Project& project = m_document.project();
    return {AskedScenarios::of(m_document, m_what_if, asks_best_plan()), of_comparison(project.comparison),
            sees_way()};
}

void ComparisonFlow::ask() {
    if (!m_answers || !(sees_rows() || sees_way())) return;
    Question now = question();
    if (now.asked.scenarios.size() < fewest_compared)
        m_inquiry.forget();
    else
        m_inquiry.ask(std::move(now));
}

/// What was shown stays where there is none of what is asked, with why.
void ComparisonFlow::take() {
    if (const auto& view = m_inquiry.found(); view && view->study) m_study = view->study;
    Q_EMIT found();
}

void ComparisonFlow::fill(ChartData& data) const {
    const Project& project = m_document.project();
    const size_t asked = AskedScenarios::count_in(project);
    auto view = std::make_shared<ComparisonView>();
    view->choice = project.comparison;
    view->best_plan = asks_best_plan();
    for (size_t i = 0; i < project.scenarios.size(); ++i) {
        const Scenario& each = project.scenarios[i];
        if (i < asked)
            view->scenarios.push_back(m_what_if.in_place_of(each).name);
        else
            view->left_out.push_back(each.name);
    }
    if (const auto& known = m_inquiry.found(); known && asked >= fewest_compared) {
        // A question is a copy of all drawings: none is made where nothing is known yet.
        view->is_stale = !m_inquiry.is_answered() || m_inquiry.is_stale(question());
        view->study = m_study;
        if (!view->is_stale) view->absent = known->absent;
    }
    data.comparison = std::move(view);
}

void ComparisonFlow::choose(const ComparisonChoice& choice) {
    if (!m_document.perform<SetComparison>(choice)) Q_EMIT found(); // the controls say what stays asked
}

bool ComparisonFlow::ask_for_designs() {
    const Question now = question();
    const auto& known = m_inquiry.found();
    if (!known || !known->study || m_inquiry.is_stale(now)) {
        Q_EMIT told(tr("The scenarios are still being compared"));
        return false;
    }
    std::vector<const Scenario*> scenarios;
    for (const Scenario& each : now.asked.scenarios) scenarios.push_back(&each);
    const ComparisonChoice kept = m_document.project().comparison;
    const auto like =
        designs_like(kept, scenarios, *known->study, m_document.scenario(), m_document.catalog());
    if (!like) {
        Q_EMIT told(to_qt(like.error().text()));
        return false;
    }
    return *like == kept || m_document.perform<SetComparison>(*like, tr("Search designs like these"));
}

void ComparisonFlow::remove_row(const std::string& name) {
    ComparisonChoice choice = m_document.project().comparison;
    if (std::erase(choice.figures, name)) choose(choice);
}

} // namespace roofrack
