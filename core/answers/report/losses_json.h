// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/straggler_costs.h"
#include "core/study/losses/blast_radius.h"
#include "core/study/losses/run_losses.h"
#include "core/study/losses/slow_groups.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `failures --json` prints: at each GPU count what stops the job how often, its checkpoints, the phases
/// of a restart and what the wall clock is lost to. Seconds and shares; never is null.
nlohmann::ordered_json run_losses_json(std::span<const RunLosses> sizes, const UsedRates& rates,
                                       const BlastRadii& radii);
nlohmann::ordered_json run_losses_schema();

/// What `stragglers --json` prints: the wait for the slowest GPU, by cause, and what mitigates it. Seconds,
/// shares of the step.
nlohmann::ordered_json stragglers_json(const StragglerCosts& costs, const SlowGroups& slow = {});
nlohmann::ordered_json stragglers_schema();

} // namespace roofrack
