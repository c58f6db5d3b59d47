// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/present/slide_chart.h"
#include "core/step/engine/evaluation.h"
#include "core/study/scaling.h"

#include <optional>

namespace roofrack {

/// The parts of a step as shares of it, at the drawn size, its halves and its doubles that run, as the
/// picture of the step has them at the right; of many those next to the drawn one. None: there are not two.
std::optional<SlideChart> step_shares_chart(const Evaluation& drawn, const ScaleResult& scale);

} // namespace roofrack
