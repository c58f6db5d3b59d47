// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// The slowest pipeline stage as explained numbers (stage_cost, combine in core/step/cost). s.
ExplanationPtr computation_node(const Inputs& inputs, StepPart part); ///< compute or memory
/// s of computation of the GPUs that `inputs` is on, whatever the evaluation's part is.
ExplanationPtr computation_on(const Inputs& inputs, StepPart part);
ExplanationPtr stage_time_node(const Inputs& inputs);    ///< one micro-batch, forward and backward
ExplanationPtr backward_time_node(const Inputs& inputs); ///< its backward pass
ExplanationPtr launch_node(const Inputs& inputs);
/// The kernel quality × calibration that stretches every operator's time.
ExplanationPtr slower_node(const Inputs& inputs);
/// What the calibration knows of operators of a kind beside its factor on all of them; empty: nothing.
std::vector<Term> calibration_of(const Inputs& inputs, OperatorKind kind);
/// Years of the family's trend, a term of the release.
Term trend_years(const Inputs& inputs);
ExplanationPtr pipeline_bubble_node(const Inputs& inputs);

} // namespace roofrack
