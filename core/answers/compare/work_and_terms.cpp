// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/work_and_terms.h"

#include "core/answers/step_answers.h"
#include "core/study/money/side_by_side.h"
#include "core/study/scenario_curve.h"

namespace roofrack {

std::vector<std::string> work_beside(const Answers& reference, const Answers& other) {
    const RunWork* const theirs = reference.value<RunWork>();
    const RunWork* const mine = other.value<RunWork>();
    return theirs && mine ? work_differences(*theirs, *mine) : std::vector<std::string>{};
}

std::vector<std::string> terms_beside(const Answers& reference, const Answers& other) {
    return term_differences(terms_of(reference.scenario()), terms_of(other.scenario()));
}

} // namespace roofrack
