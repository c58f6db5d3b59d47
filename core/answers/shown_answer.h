// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <memory>

namespace roofrack {

/// Whether an answer of an earlier snapshot may stand in for one that is not known yet: it is of the same
/// scenario, plan and metric.
inline bool may_stand_in(const Snapshot& earlier, const Snapshot& now) {
    return earlier.scenario->name == now.scenario->name && earlier.best_plan == now.best_plan &&
           earlier.metric == now.metric;
}

/// What a view shows: the answer, or until it is known an earlier one that may stand in. Null: there is none.
template<class T>
std::shared_ptr<const T> shown_answer(const std::shared_ptr<const Answers>& answers) {
    if (const auto* known = answers->have<T>())
        return *known ? std::shared_ptr<const T>(answers, &**known) : nullptr;
    const auto earlier = answers->earlier<T>();
    if (!earlier.answer || !*earlier.answer || !may_stand_in(*earlier.of, answers->snapshot()))
        return nullptr;
    return {earlier.answer, &**earlier.answer};
}

} // namespace roofrack
