// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/year/run_totals.h"
#include "core/study/year/year.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace roofrack {

/// What `year --json` prints: the sums of the year and of its months.
nlohmann::ordered_json year_json(const Year& year);
nlohmann::ordered_json year_schema();
/// The hours as a table, a header and a row each: SI units but °C, kWh and L.
std::string year_csv(const Year& year);

/// What `totals --json` prints.
nlohmann::ordered_json run_totals_json(const RunTotals& totals);
nlohmann::ordered_json run_totals_schema();

} // namespace roofrack
