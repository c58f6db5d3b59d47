// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"

namespace roofrack {

/// What every replica does once a step, as explained numbers (update_costs, combine in
/// core/step/cost/step.cpp).
ExplanationPtr optimizer_node(const Inputs& inputs);
/// What the calibration knows of the optimizer's update; the number 1: nothing.
Term calibrated_optimizer(const Inputs& inputs);
ExplanationPtr data_comm_node(const Inputs& inputs);

/// Parameters on one GPU of the deepest stage that get gradients and optimizer state, outside and inside of
/// routed experts, and all parameters of the two.
struct HeldParameters {
    ExplanationPtr dense, experts, trained, trained_experts;
};
HeldParameters held_parameters(const Inputs& inputs);

} // namespace roofrack
