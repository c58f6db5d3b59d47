// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/facility/swing_remedies.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `power` says of the swing of steps, of what the grid allows, and of the ways to meet it.
nlohmann::ordered_json swing_json(const SwingStudy& swing);
nlohmann::ordered_json swing_schema();

/// What the lines of three-phase units carry where circuits of one phase hang on them.
nlohmann::ordered_json phases_json(const std::vector<UnitPhases>& units);
nlohmann::ordered_json phases_schema();

} // namespace roofrack
