// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/ready_by_date.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `cost --by --json` adds: clusters that the site could have, and each in each way by the date, the
/// best first. W, s, $, tokens (samples), weeks; dates as YYYY-MM-DD.
nlohmann::ordered_json ready_by_date_json(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows,
                                          std::chrono::sys_days order, std::chrono::sys_days by);
nlohmann::ordered_json ready_by_date_schema();

} // namespace roofrack
