// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/limits/gradient_reduction.h"

namespace roofrack {

void describe(figures::Builder<SumError>& figures);
void describe(figures::Builder<SumBounds>& figures);
void describe(figures::Builder<ReductionStage>& figures);
/// With the bounds of each of its errors.
void describe(figures::Builder<ReductionCurve>& figures);
void describe(figures::Builder<ReductionCurves>& figures);
void describe(figures::Builder<GradientReduction::Call>& figures);
void describe(figures::Builder<GradientReduction>& figures);
void describe(figures::Builder<PlanReductionErrors>& figures);

} // namespace roofrack
