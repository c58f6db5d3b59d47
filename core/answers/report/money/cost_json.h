// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/money_study.h"
#include "core/study/money/ready_by_date.h"
#include "core/study/money/side_by_side.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `cost --json` prints: capital by row and group, the hour, the run, rents, the next racks, the
/// tornado, deployment paths, export rules. $, s, J, kg, m³; what is not known is null. Where it is asked
/// for, also `running_by` and `side_by_side`, which the schema names.
nlohmann::ordered_json money_study_json(const MoneyStudy& study);
nlohmann::ordered_json money_study_schema();

/// What `cost --side-by-side --json` adds: a column a scenario, each with its differences to the
/// first, the baseline. W, s, $, J, kg, m³, weeks.
nlohmann::ordered_json side_by_side_json(const std::vector<ScenarioColumn>& columns);
nlohmann::ordered_json side_by_side_schema();

/// What `cost --by --json` adds: clusters that the site could have, and each in each way by the date, the
/// best first. W, s, $, tokens (samples), weeks; dates as YYYY-MM-DD.
nlohmann::ordered_json ready_by_date_json(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows,
                                          std::chrono::sys_days order, std::chrono::sys_days by);
nlohmann::ordered_json ready_by_date_schema();

} // namespace roofrack
