// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/straggler_costs.h"
#include "core/study/losses/slow_groups.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `stragglers --json` prints: the wait for the slowest GPU, by cause, and what mitigates it. Seconds,
/// shares of the step.
nlohmann::ordered_json stragglers_json(const StragglerCosts& costs, const SlowGroups& slow = {});
nlohmann::ordered_json stragglers_schema();

} // namespace roofrack
