// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/operators.h"
#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// The step's parts that move data between GPUs, as explained numbers (core/step/cost/stage.h, step.h). s.
ExplanationPtr tensor_comm_node(const Inputs& inputs);
ExplanationPtr context_comm_node(const Inputs& inputs);
ExplanationPtr expert_comm_node(const Inputs& inputs);
ExplanationPtr pipeline_comm_node(const Inputs& inputs);

/// Pairs of a mixer and a feed-forward part that the slowest stage runs, by the collectives that they need:
/// routed experts have their own.
Term collective_pairs(const Inputs& inputs, const StageNodes& stage);

/// Bits of a gradient on the wire, the mean over the run; `usual`: without the plan's.
Term exchanged_bits_term(const Inputs& inputs, const Term& usual);

/// A part of the step that this plan or model has not: 0, with why.
ExplanationPtr absent_part(const Inputs& inputs, StepPart part, std::string why);

} // namespace roofrack
