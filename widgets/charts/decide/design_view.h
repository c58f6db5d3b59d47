// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/design/asked_designs.h"
#include "core/base/model/decide/comparison_choice.h"

namespace roofrack {

/// The search for designs of the open scenario, with what has been found so far.
struct DesignView {
    ComparisonChoice choice;                  ///< The question as the project keeps it.
    std::vector<std::string> vary;            ///< What varies of it, servers by their names.
    std::shared_ptr<const DesignStudy> study; ///< Null if no search has been started.
    std::string absent;                       ///< The reason why the search was not possible.
    bool is_busy = false;
    size_t done = 0, all = 0; ///< How many designs have been evaluated, while the search runs.
    bool is_stale = false;    ///< The scenario, the question or a file of weather has changed since.
    /// Designs of an older state are known and not shown: what their search took, s; 0 if it was stopped.
    std::optional<double> older_s;
    /// The project is read-only, so that no design can be kept as a scenario.
    bool is_read_only = false;
};

/// The question of a view that has no designs yet.
DesignView asked_view(const ComparisonChoice& choice, const Catalog& catalog);

/// The question as the search takes it.
DesignAsked asked_of(const ComparisonChoice& choice, std::optional<std::chrono::sys_days> order);

/// The designs of a scenario as the project keeps what is asked, searched to the end.
DesignView design_view_of(const Answers& base, const ComparisonChoice& choice,
                          std::optional<std::chrono::sys_days> order);

} // namespace roofrack
