// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_scenarios.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `compare` and `odds` print of resized scenarios, one each.
nlohmann::ordered_json sizes_json(const std::vector<EqualSize>& sizes);
nlohmann::ordered_json sizes_schema();
/// What `odds` and a map print of why scenarios are less sure than they look: [{scenario, cautions []}].
nlohmann::ordered_json cautions_json(const std::vector<ScenarioCaution>& cautions);
nlohmann::ordered_json cautions_schema();

} // namespace roofrack
