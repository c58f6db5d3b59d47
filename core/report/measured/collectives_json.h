// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/validate_collectives.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `validate --json` prints of sweeps of collectives: seconds, bytes and per cent.
nlohmann::ordered_json collectives_json(const CollectiveValidation& validation);
nlohmann::ordered_json collectives_schema();

} // namespace roofrack
