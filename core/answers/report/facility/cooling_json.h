// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/cooling/cooling_report.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// "cooling" of `power --json`: m³/s, Pa, W, °C, K, s; unknown is null.
nlohmann::ordered_json cooling_json(const CoolingReport& report);
nlohmann::ordered_json cooling_schema();

} // namespace roofrack
