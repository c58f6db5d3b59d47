// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/network_balance.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `balance --json` prints: the networks from the cheapest to the dearest. s, B/s, $; what is not known
/// is null.
nlohmann::ordered_json network_balance_json(const NetworkBalance& balance);
nlohmann::ordered_json network_balance_schema();

} // namespace roofrack
