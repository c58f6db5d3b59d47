// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/figure_probe.h"
#include "core/step/engine/evaluation.h"

#include <string_view>

namespace roofrack {

/// The cause where neither a cost nor a part of the step changes.
inline constexpr std::string_view turned_by_input = "the input itself";

/// What changed most between two evaluations of a scenario that run: of a figure of money the part of the
/// cost per hour, where that changes by more than the useful rate does; else the part of the step, each per
/// unit of work. "electricity", "HBM".
std::string turning_cause(const Evaluation& before, const Evaluation& after, const ProbedFigure& figure);

} // namespace roofrack
