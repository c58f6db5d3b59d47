// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/step/engine/evaluation.h"

namespace roofrack {

/// The evaluation with all that is said about it. Findings of the step, of the drawing and of all studies are
/// put together here and nowhere else: the gravest first (gravest_of()), of equals what binds; those that the
/// project's waivers accept stand apart. Studies read the Evaluation, which has only its own.
struct Verdict {
    Evaluation evaluation;
};

/// With everything that is found. Never fails.
template<>
Result<Verdict> answer_of(const Answers& answers, const std::stop_token& stop);

/// Without what takes a search: the regime by the best plans, what slower GPUs cost, and which mitigation of
/// a swing is the cheapest. Never fails.
struct VerdictWithoutSearch {
    Evaluation evaluation;
};
template<>
Result<VerdictWithoutSearch> answer_of(const Answers& answers, const std::stop_token& stop);

/// The evaluation of the fullest verdict that is known now; null: none.
const Evaluation* latest_verdict(const Answers& answers);

} // namespace roofrack
