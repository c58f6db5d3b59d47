// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/room/room_study.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `room --json` prints: every limit of the room with what is asked of it, what there is, how many racks
/// it bears and what must be bought; the run as drawn and with the racks that fit.
nlohmann::ordered_json room_json(const RoomStudy& study);
nlohmann::ordered_json room_schema();

} // namespace roofrack
