// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/rack_layout.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

struct RackState;

/// What `rack --json` prints: W, U and null for what is unknown. `state` is the rack's in the step; nullptr
/// when the drawing cannot be evaluated.
nlohmann::ordered_json rack_json(const RackLayout& rack, const RackState* state);
nlohmann::ordered_json rack_schema();

} // namespace roofrack
