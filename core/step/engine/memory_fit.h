// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/step_solver.h"

namespace roofrack {

/// What every stage holds under the plan, against the smallest HBM among the GPUs; what would make it fit,
/// the change that costs least time first, where it does not.
MemoryFit memory_fit(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                     double batch);

} // namespace roofrack
