// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/loads/drawing_loads.h"
#include "core/study/facility/spare_margins.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// Name of the level that each link of the network joins, as many as `loads.links`; empty: it joins none.
std::vector<std::string> levels_of(const DrawingLoads& loads);

/// What `loads --json` prints; `cluster` is the one of the loads. bytes/s, W and shares, unknown is null.
/// `spares`: spare_margins() of the same evaluation.
nlohmann::ordered_json loads_json(const Cluster& cluster, const DrawingLoads& loads,
                                  const std::vector<SpareMargin>& spares);
nlohmann::ordered_json loads_schema();

} // namespace roofrack
