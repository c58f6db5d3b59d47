// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/price_lines.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `catalog prices --json` prints: what is not known is null. And its schema.
nlohmann::ordered_json prices_json(const std::vector<PriceLine>& lines);
nlohmann::ordered_json prices_schema();

} // namespace roofrack
