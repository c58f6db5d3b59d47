// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/money_study.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `cost --json` prints: capital by row and group, the hour, the run, rents, the next racks, the
/// tornado, deployment paths, export rules. $, s, J, kg, m³; what is not known is null. Where it is asked
/// for, also `running_by` and `side_by_side` (ready_by_date_json.h, side_by_side_json.h): the schema names
/// them.
nlohmann::ordered_json money_study_json(const MoneyStudy& study);
nlohmann::ordered_json money_study_schema();

} // namespace roofrack
