// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/deck_answers.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/step_answers.h"
#include "core/study/sharing/job_findings.h"

#include <algorithm>

namespace roofrack {

DeckAnswers::DeckAnswers(Project project, std::filesystem::path folder, bool best_plan,
                         const Catalog& catalog, const DeckAnswers* before)
    : m_project(std::move(project))
    , m_folder(std::move(folder))
    , m_best_plan(best_plan)
    , m_catalog(catalog) {
    for (const Scenario& scenario : m_project.scenarios) {
        Snapshot snapshot{.scenario = std::make_shared<const Scenario>(scenario),
                          .folder = m_folder,
                          .jobs = project_of_jobs(m_project, scenario),
                          .best_plan = m_best_plan};
        std::shared_ptr<const Answers> answers;
        if (before)
            for (const auto& each : before->m_answers)
                if (const Snapshot& was = each->snapshot();
                    !each->is_stopped() && was.best_plan == m_best_plan && was.folder == m_folder &&
                    *was.scenario == scenario && was.jobs == snapshot.jobs)
                    answers = each;
        if (!answers) answers = std::make_shared<const Answers>(std::move(snapshot), m_catalog);
        m_answers.push_back(std::move(answers));
    }
}

std::shared_ptr<const Answers> DeckAnswers::of(const std::string& scenario) const {
    if (m_answers.empty()) return nullptr;
    if (scenario.empty()) return m_answers.front();
    const auto found = std::ranges::find(m_project.scenarios, scenario, &Scenario::name);
    if (found == m_project.scenarios.end()) return nullptr;
    return m_answers[static_cast<size_t>(found - m_project.scenarios.begin())];
}

DeckAnswers DeckAnswers::with(Scenario changed) const {
    DeckAnswers out(*this);
    const auto found = std::ranges::find(m_project.scenarios, changed.name, &Scenario::name);
    if (found == m_project.scenarios.end()) return out;
    const auto at = static_cast<size_t>(found - m_project.scenarios.begin());
    m_prepared.resize(m_answers.size());
    if (!m_prepared[at]) {
        m_prepared[at] = std::make_shared<const Answers>(m_answers[at]->snapshot(), m_catalog);
        m_prepared[at]->get<AsGiven>();
    }
    Snapshot snapshot = m_answers[at]->snapshot();
    out.m_project.scenarios[at] = changed;
    snapshot.jobs = project_of_jobs(out.m_project, changed);
    snapshot.scenario = std::make_shared<const Scenario>(std::move(changed));
    out.m_answers[at] = std::make_shared<const Answers>(std::move(snapshot), m_catalog, m_prepared[at].get());
    return out;
}

std::vector<std::shared_ptr<const Answers>> DeckAnswers::compared() const {
    return {m_answers.begin(),
            m_answers.begin() + static_cast<std::ptrdiff_t>(std::min(m_answers.size(), most_compared))};
}

void DeckAnswers::stop() const {
    for (const auto& each : m_answers) each->stop();
}

} // namespace roofrack
