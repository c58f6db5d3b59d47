// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/preparation.h"

namespace roofrack {

/// Which way a cooling part takes heat.
enum class CoolingKind { room_air, rear_door, liquid, liquid_to_air, plant };
/// From the part's text "cooling" (or "type"): "crah", "rdhx", "cdu", "cdu-l2a", "chiller" and the like; room
/// air when it says nothing.
CoolingKind cooling_kind(const Part* part);

/// Air and liquid temperatures, limits on heat and the junction's distance from the coolant, from the drawn
/// cooling. Where none is drawn: `air_supply`, `liquid_supply` and no limit.
void prepare_cooling(Preparation& preparation);

} // namespace roofrack
