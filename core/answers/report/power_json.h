// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/load_swing_study.h"
#include "core/study/facility/power_caps.h"
#include "core/study/losses/slow_racks.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// All that `power` tells of a drawing.
struct PowerReport {
    FacilityStudy study;
    PowerCaps caps;
    LoadSwingStudy swing;
    std::vector<SlowRack> slow;
};
/// All but the caps, which are printed where somebody asked for them.
void describe(figures::Builder<PowerReport>& figures);

/// What `power --json` prints: W, J, seconds and shares; unknown is null. `with_caps`: somebody asked for
/// them.
nlohmann::ordered_json power_json(const PowerReport& all, bool with_caps = false);
/// What `power --json` prints of a load that is assumed (FacilityStudy::assumed): nothing of a step is in it.
nlohmann::ordered_json standing_power_json(const FacilityStudy& study, bool with_caps = false);
nlohmann::ordered_json power_schema();

} // namespace roofrack
