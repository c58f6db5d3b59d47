// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/facility/swing.h"
#include "core/report/facility/cooling_json.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// Power and heat from the racks to the grid, in one step.
struct PowerReport {
    PowerState state;
    std::vector<Budget> budgets;
    std::vector<SingleFailure> failures; ///< empty where nobody asked for them
    LoadSwing swing;
    CoolingReport cooling;
};

/// Between these power systems resonate: the band of the swing that is reported (arXiv:2508.14318).
inline constexpr Hertz grid_low{0.1}, grid_high{20};

/// What `power --json` prints: W, J, seconds and shares; unknown is null.
nlohmann::ordered_json power_json(const PowerReport& report);
nlohmann::ordered_json power_schema();

} // namespace roofrack
