// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/gain.h"
#include "core/step/engine/step_solver.h"

namespace roofrack {

/// Every resource that would make the step shorter, the one that a tenth more of helps most first: it binds.
/// `now`, `power`: the plan's step and what it draws.
std::vector<Gain> gains(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                        const StepState& now, const PowerState& power);

/// Gains of every resource and limit, those that bind nowhere too, scaled both ways: what helps most comes
/// first, as above, then what harms most. Empty where `evaluation` has no step.
std::vector<Sensitivity> sensitivities(const Prepared& prepared, const Evaluation& evaluation);

/// gains() of the step with `knobs` scaled, which is solved for it.
std::vector<Gain> gains_with(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                             const ResourceKnobs& knobs);

/// The resource that binds once there is twice as much of `first`; none: nothing would help any more.
std::optional<Gain> next_bottleneck(const Prepared& prepared, const Plan& plan, double gpus, double batch,
                                    const Gain& first);

/// The GPUs that set the pace are another part, or drawn slower, than most.
bool waits_for_slower_kind(const Prepared::Impl& impl, const StepState& state);

} // namespace roofrack
