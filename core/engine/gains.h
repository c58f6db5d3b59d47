// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/gain.h"
#include "core/engine/step_solver.h"

namespace roofrack {

/// Every resource that would make the step shorter, the one that a tenth more of helps most first: it binds.
/// `now`, `power`: the plan's step and what it draws.
std::vector<Gain> gains(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                        const StepState& now, const PowerState& power);

/// The GPUs that set the pace are another part, or drawn slower, than most.
bool waits_for_odd_group(const Prepared::Impl& impl, const StepState& state);

} // namespace roofrack
