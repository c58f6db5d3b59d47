// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/facility_study.h"
#include "core/study/facility/power_caps.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `power --json` prints: W, J, seconds and shares; unknown is null.
/// `caps`: of power_caps(); null: nobody asked.
nlohmann::ordered_json power_json(const FacilityStudy& report, const PowerCaps* caps = nullptr);
nlohmann::ordered_json power_schema();

} // namespace roofrack
