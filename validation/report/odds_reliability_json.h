// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/odds_reliability.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `validate --odds --json` prints.
nlohmann::ordered_json odds_reliability_json(const OddsReliability& reliability);
nlohmann::ordered_json odds_reliability_schema();

} // namespace roofrack
