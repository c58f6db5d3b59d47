// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/gain.h"
#include "core/step/engine/step_solver.h"

namespace roofrack {

/// What binds, why, what mitigates it: findings for the resources that gain most, the slow group, throttled
/// racks, failures and input. `ranked`: gains() of the same step. Each figure in a mitigation is a run of the
/// model.
std::vector<Finding> binding_findings(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                                      const StepState& state, const std::vector<Gain>& ranked,
                                      const PowerState& power);

} // namespace roofrack
