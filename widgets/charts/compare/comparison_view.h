// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"
#include "core/answers/compare/kept_equal.h"

namespace roofrack {

/// The comparison of a project's scenarios, as far as it is known.
struct ComparisonView {
    ComparisonChoice choice;            ///< The question as the project keeps it.
    std::vector<std::string> scenarios; ///< Names of the compared scenarios.
    std::vector<std::string> left_out;  ///< Names of the scenarios without a column.
    /// Each scenario is evaluated with its best plan, else with the plan that it has.
    bool best_plan = false;
    /// Null if it is still being computed, or if there is none.
    std::shared_ptr<const ComparisonStudy> study;
    /// The reason why the question has no answer; the study is then of the earlier question.
    std::string absent;
    bool is_stale = false; ///< The study belongs to an earlier state; a new one is being computed.

    /// The index of the reference among the scenarios.
    size_t reference() const;
};

/// Compares the scenarios, six at most, as the project keeps it; `with_way`: also the way from the reference
/// to the others. `kept` keeps how they were made equal for the next question; null: nothing does.
ComparisonView comparison_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                                  const ComparisonChoice& choice, bool best_plan, bool with_way,
                                  const std::stop_token& stop = {}, KeptEqual* kept = nullptr);

} // namespace roofrack
