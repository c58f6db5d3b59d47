// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// The step of a generic profile as explained numbers (core/step/cost/generic_step.cpp). s.
ExplanationPtr profile_computation_on(const Inputs& inputs, StepPart part); ///< compute or memory
ExplanationPtr profile_launch_node(const Inputs& inputs);
ExplanationPtr profile_comm_node(const Inputs& inputs); ///< data_comm
ExplanationPtr profile_optimizer_node(const Inputs& inputs);

} // namespace roofrack
