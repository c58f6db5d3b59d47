// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/rack_layout.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

struct RackState;

/// What `rack --json` prints: W, U and null for what is unknown. `state` is the rack's under `load` ("step",
/// or name_of() of a StandingLoad); nullptr where nothing is known of it.
nlohmann::ordered_json rack_json(const RackLayout& rack, const RackState* state, std::string_view load);
nlohmann::ordered_json rack_schema();

} // namespace roofrack
