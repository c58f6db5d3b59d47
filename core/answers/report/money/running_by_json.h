// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/running_by.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `cost --by --json` adds: clusters that the site could have, and each in each way by the date, the
/// best first. W, s, $, tokens (samples), weeks; dates as YYYY-MM-DD.
nlohmann::ordered_json running_by_json(const SiteFills& fills, const std::vector<RunningBy>& rows,
                                       std::chrono::sys_days order, std::chrono::sys_days by);
nlohmann::ordered_json running_by_schema();

} // namespace roofrack
