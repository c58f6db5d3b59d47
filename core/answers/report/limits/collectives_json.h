// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/limits/gradient_exchange.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

nlohmann::ordered_json bus_bandwidths_json(const BusBandwidths& table);
nlohmann::ordered_json bus_bandwidths_schema();

/// What `exchange --json` prints. B, s; no way between the ranks is null.
nlohmann::ordered_json exchange_json(const GradientExchange& exchange);
nlohmann::ordered_json exchange_schema();

} // namespace roofrack
