// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

namespace roofrack {

class Document;
class WhatIfFlow;

/// Scenarios of a project as they are asked, up to most_compared of them.
struct AskedScenarios {
    std::vector<Scenario> scenarios;
    std::vector<Project> jobs;    ///< what runs beside each
    std::filesystem::path folder; ///< the project's
    bool best_plan = false;       ///< each by its best plan, else by the plan that it has
    bool operator==(const AskedScenarios&) const = default;

    /// How many of a project's scenarios are asked.
    static size_t count_in(const Project& project);
    /// All scenarios of the open project, the open one with what is turned in it.
    static AskedScenarios of(const Document& document, const WhatIfFlow& what_if, bool best_plan);
};

/// Answers of scenarios that were asked before, kept until they are asked otherwise; of one thread alone.
class KeptAnswers {
public:
    /// `catalog` outlives it.
    explicit KeptAnswers(const Catalog& catalog)
        : m_catalog(catalog) {}
    /// One a scenario; those of other scenarios are forgotten.
    std::vector<std::shared_ptr<const Answers>> of(const AskedScenarios& asked);

private:
    const Catalog& m_catalog;
    std::vector<std::shared_ptr<const Answers>> m_kept;
};

} // namespace roofrack
