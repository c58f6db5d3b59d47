// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <string_view>

namespace roofrack {

/// Which way a cooling part takes heat.
enum class CoolingKind { room_air, rear_door, liquid, liquid_to_air, plant };
std::string_view name_of(CoolingKind kind); ///< "room-air", "rear-door", "liquid", "liquid-to-air", "plant"
/// From the part's text "cooling" (or "type"): "crah", "rdhx", "cdu", "cdu-l2a", "chiller" and the like; room
/// air when it says nothing.
CoolingKind cooling_kind(const Part* part);

} // namespace roofrack
