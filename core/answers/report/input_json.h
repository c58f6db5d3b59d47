// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/sharing/input_supply.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `input --json` prints: what a step reads and prepares, what there is for it, and how long it waits.
nlohmann::ordered_json input_json(const InputSupply& supply);
nlohmann::ordered_json input_schema();

} // namespace roofrack
