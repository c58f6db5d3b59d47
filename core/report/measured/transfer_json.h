// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/transfer/transfer.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `validate --leave-out … --json` prints: errors in per cent, unknown is null.
nlohmann::ordered_json transfer_json(const TransferTest& test);
nlohmann::ordered_json transfer_schema();

} // namespace roofrack
