// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/side_by_side.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `cost --side-by-side --json` adds: a column a scenario, each with its differences to the
/// first, the baseline. W, s, $, J, kg, m³, weeks.
nlohmann::ordered_json side_by_side_json(const std::vector<ScenarioColumn>& columns);
nlohmann::ordered_json side_by_side_schema();

} // namespace roofrack
