// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/sweeps/collective_transfer.h"
#include "validation/sweeps/validate_collectives.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `validate --json` prints of sweeps of collectives: seconds, bytes and per cent.
nlohmann::ordered_json collectives_json(const CollectiveValidation& validation);
nlohmann::ordered_json collectives_schema();

/// What `validate --leave-out source` and `fabric` print of sweeps as JSON.
nlohmann::ordered_json collective_transfer_json(const CollectiveTransfer& test);
nlohmann::ordered_json collective_transfer_schema();

} // namespace roofrack
