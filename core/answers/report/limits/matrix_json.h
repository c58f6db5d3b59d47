// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/matrix/limit_row.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `limits --json` prints: one row per scenario.
nlohmann::ordered_json limits_json(const std::vector<LimitRow>& rows);
nlohmann::ordered_json limits_schema();

} // namespace roofrack
