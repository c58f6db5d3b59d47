// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/odds.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `odds --json` prints.
nlohmann::ordered_json odds_json(const Odds& odds);
nlohmann::ordered_json odds_schema();

} // namespace roofrack
