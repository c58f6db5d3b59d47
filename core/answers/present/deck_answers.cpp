// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/deck_answers.h"

#include "core/answers/compare/comparison.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/step_answers.h"
#include "core/study/sharing/job_findings.h"

#include <algorithm>

namespace roofrack {

DeckAnswers::DeckAnswers(Project project, std::filesystem::path folder, bool best_plan,
                         const Catalog& catalog, const DeckAnswers* before,
                         std::optional<std::chrono::sys_days> order)
    : m_project(std::move(project))
    , m_folder(std::move(folder))
    , m_best_plan(best_plan)
    , m_catalog(catalog)
    , m_order(order) {
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
    if (before && before->m_odds && *before->m_odds && before->m_answers == m_answers &&
        before->m_order == m_order && before->m_project.comparison == m_project.comparison)
        m_odds = before->m_odds;
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
    out.m_odds.reset();
    out.m_stop = std::stop_source();
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

const Result<Odds>& DeckAnswers::odds() const {
    if (m_odds) return *m_odds;
    const auto scenarios = compared();
    const auto find = [&]() -> Result<Odds> {
        const std::stop_token stop = m_stop.get_token();
        const ComparisonChoice& kept = m_project.comparison;
        auto options = draw_options(kept, m_order.value_or(std::chrono::sys_days()), "/comparison/by");
        if (!options) return tl::unexpected(options.error());
        options->with_causes = false;
        const auto equal = made_equal_as_kept(scenarios, kept, stop);
        return equal ? odds_of(*equal, *options, stop) : Result<Odds>(tl::unexpected(equal.error()));
    };
    m_odds = std::make_shared<const Result<Odds>>(find());
    return *m_odds;
}

void DeckAnswers::stop() const {
    stop_odds();
    for (const auto& each : m_answers) each->stop();
}

} // namespace roofrack
