// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/deck_answers.h"

#include "core/answers/compare/comparison.h"
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

std::vector<std::shared_ptr<const Answers>> DeckAnswers::compared() const {
    return {m_answers.begin(),
            m_answers.begin() + static_cast<std::ptrdiff_t>(std::min(m_answers.size(), most_compared))};
}

void DeckAnswers::stop() const {
    for (const auto& each : m_answers) each->stop();
}

} // namespace roofrack
