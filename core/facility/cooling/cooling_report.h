// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/facility/cooling/cascade.h"
#include "core/facility/cooling/flows.h"
#include "core/facility/cooling/outage.h"
#include "core/facility/standing/standing_load.h"

namespace roofrack {

/// Flows, temperatures and outages of one power state.
struct CoolingReport {
    CoolingFlows flows;
    std::vector<Cascade> cascades;
    std::vector<CoolingOutage> outages;
    std::optional<StandingLoad> assumed; ///< the load that it is of where no step says it; none: of the step
    int hottest = -1; ///< the rack with the least margin, of PowerState::racks; −1: none has a limit
};
void describe(figures::Builder<CoolingReport>& figures);
CoolingReport cooling_report(const Facility& facility, const PowerState& state);

} // namespace roofrack
