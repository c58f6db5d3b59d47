// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_scenarios.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `compare` and `odds` print of resized scenarios, one each.
nlohmann::ordered_json sizes_json(const std::vector<EqualSize>& sizes);
nlohmann::ordered_json sizes_schema();

} // namespace roofrack
