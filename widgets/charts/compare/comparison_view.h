// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"

namespace roofrack {

/// The comparison of a project's scenarios, as far as it is known.
struct ComparisonView {
    ComparisonChoice choice;                      ///< as the project keeps it
    std::vector<std::string> scenarios;           ///< names of those that are compared
    std::vector<std::string> left_out;            ///< names of those for which there is no column
    bool best_plan = false;                       ///< each by its best plan, else by the plan that it has
    std::shared_ptr<const ComparisonStudy> study; ///< null: it is being found, or there is none
    /// Why there is none of what is asked; then the study is of what was asked before.
    std::string absent;
    bool is_stale = false; ///< the study is of what was before: another is being found

    /// Place of the reference among the scenarios.
    size_t reference() const;
};

/// Compares the scenarios, six at most, as the project keeps it; `with_way`: also the way from the reference
/// to the others.
ComparisonView comparison_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                  const ComparisonChoice& choice, bool best_plan, bool with_way,
                                  const std::stop_token& stop = {});

} // namespace roofrack
