// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/limits/gradient_exchange.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `exchange --json` prints. B, s; no way between the ranks is null.
nlohmann::ordered_json exchange_json(const GradientExchange& exchange);
nlohmann::ordered_json exchange_schema();

} // namespace roofrack
