// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/decide/odds.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace roofrack {

/// The scenarios of a project, each with everything that can be asked of it: what slides are made from. One
/// thread at a time uses it.
class DeckAnswers {
public:
    /// `catalog` outlives it. Answers of `before` stay where a scenario is asked as it was there. `order`:
    /// the day on which what is bought is ordered; none: what counts weeks from it has no date.
    DeckAnswers(Project project, std::filesystem::path folder, bool best_plan, const Catalog& catalog,
                const DeckAnswers* before = nullptr, std::optional<std::chrono::sys_days> order = {});

    const Project& project() const { return m_project; }
    const std::filesystem::path& folder() const { return m_folder; }
    bool best_plan() const { return m_best_plan; }
    const Catalog& catalog() const { return m_catalog; }
    const std::optional<std::chrono::sys_days>& order() const { return m_order; }

    /// By the scenario's name, the first one where that is empty; null: there is none of that name.
    std::shared_ptr<const Answers> of(const std::string& scenario) const;
    /// The project with another scenario in the place of that of its name: its answers share what both
    /// prepare alike, those of other scenarios are these.
    DeckAnswers with(Scenario changed) const;
    /// All that are compared, most_compared at most.
    std::vector<std::shared_ptr<const Answers>> compared() const;
    /// How sure the figures are that the project keeps odds of, for all compared(), as large as it compares
    /// them; without what the spread comes from. Found when it is asked for first, which takes seconds. Fails
    /// where odds() does, and on a date of the project that cannot be read.
    const Result<Odds>& odds() const;
    /// Ends odds() where it is being found, for good; what else is known stays. Any thread may call it.
    void stop_odds() const { m_stop.request_stop(); }
    /// Ends what is being found, for good.
    void stop() const;

private:
    Project m_project;
    std::filesystem::path m_folder;
    bool m_best_plan;
    const Catalog& m_catalog;
    std::optional<std::chrono::sys_days> m_order;
    std::vector<std::shared_ptr<const Answers>> m_answers; ///< one a scenario
    mutable std::shared_ptr<const Result<Odds>> m_odds;    ///< null: nobody asked yet
    mutable std::stop_source m_stop;                       ///< ends odds()
    /// One a scenario where with() was asked: knows what is prepared of it, and nothing else.
    mutable std::vector<std::shared_ptr<const Answers>> m_prepared;
};

} // namespace roofrack
