// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <memory>
#include <vector>

namespace roofrack {

/// The scenarios of a project, each with everything that can be asked of it: what slides are made from. One
/// thread at a time uses it.
class DeckAnswers {
public:
    /// `catalog` outlives it. Answers of `before` stay where a scenario is asked as it was there.
    DeckAnswers(Project project, std::filesystem::path folder, bool best_plan, const Catalog& catalog,
                const DeckAnswers* before = nullptr);

    const Project& project() const { return m_project; }
    const std::filesystem::path& folder() const { return m_folder; }
    bool best_plan() const { return m_best_plan; }
    const Catalog& catalog() const { return m_catalog; }

    /// By the scenario's name, the first one where that is empty; null: there is none of that name.
    std::shared_ptr<const Answers> of(const std::string& scenario) const;
    /// The project with another scenario in the place of that of its name: its answers share what both
    /// prepare alike, those of other scenarios are these.
    DeckAnswers with(Scenario changed) const;
    /// All that are compared, most_compared at most.
    std::vector<std::shared_ptr<const Answers>> compared() const;
    /// Ends what is being found, for good.
    void stop() const;

private:
    Project m_project;
    std::filesystem::path m_folder;
    bool m_best_plan;
    const Catalog& m_catalog;
    std::vector<std::shared_ptr<const Answers>> m_answers; ///< one a scenario
    /// One a scenario where with() was asked: knows what is prepared of it, and nothing else.
    mutable std::vector<std::shared_ptr<const Answers>> m_prepared;
};

} // namespace roofrack
