// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_map.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace roofrack {

/// What `compare --map --json` prints under the key `map`.
nlohmann::ordered_json map_json(const InputMap& map);
nlohmann::ordered_json map_schema();
/// One line a cell: x, y, value of each scenario and why it has none, winner.
std::string map_csv(const InputMap& map);

} // namespace roofrack
