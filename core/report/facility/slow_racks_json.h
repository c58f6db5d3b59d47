// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/losses/slow_racks.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// Racks that all wait for, and what can be done about each.
nlohmann::ordered_json slow_racks_json(const std::vector<SlowRack>& racks);
nlohmann::ordered_json slow_racks_schema();

} // namespace roofrack
