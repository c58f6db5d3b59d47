// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/facility/cooling/cooling_report.h"
#include "core/step/engine/evaluate.h"
#include "core/step/engine/loads/drawing_loads.h"
#include "core/study/scenario_curve.h"
#include "core/study/standstill.h"

namespace roofrack {

/// The scenario resolved, with the plan as given. Fails where it cannot be understood.
struct AsGiven {
    Prepared prepared;
};
template<>
Result<AsGiven> answer_of(const Answers& answers, const std::stop_token& stop);

/// What is prepared, with the plan that is asked: as given, or the best one found, which is a search.
struct AsAsked {
    Prepared prepared;
};
template<>
Result<AsAsked> answer_of(const Answers& answers, const std::stop_token& stop);

/// check_drawing() with the scenario's waivers. Never fails.
struct DrawingCheck {
    Findings findings;
};
template<>
Result<DrawingCheck> answer_of(const Answers& answers, const std::stop_token& stop);

/// evaluate() of all that is drawn, with what it finds itself: findings of the drawing and of studies are the
/// Verdict's. Never fails: where the scenario cannot be understood it is not feasible and says why.
template<>
Result<Evaluation> answer_of(const Answers& answers, const std::stop_token& stop);

/// Whether it runs, and all that stops it. Never fails.
template<>
Result<Standstill> answer_of(const Answers& answers, const std::stop_token& stop);

/// What each drawn link, feed and cooler carries.
template<>
Result<DrawingLoads> answer_of(const Answers& answers, const std::stop_token& stop);

/// Flows and temperatures of the cooling. Fails where no rack is known.
template<>
Result<CoolingReport> answer_of(const Answers& answers, const std::stop_token& stop);

/// What the scenario does.
template<>
Result<RunWork> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
