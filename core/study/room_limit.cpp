// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/room_limit.h"

#include "core/facility/floor_space.h"

namespace roofrack {

std::string_view name_of(RoomLimit limit) {
    switch (limit) {
    case RoomLimit::positions: return "positions";
    case RoomLimit::area: return "area";
    case RoomLimit::floor_load: return "floor_load";
    case RoomLimit::grid: return "grid";
    case RoomLimit::supply: return "supply";
    case RoomLimit::air: return "air";
    case RoomLimit::liquid: return "liquid";
    case RoomLimit::plant: break;
    }
    return "plant";
}

std::string_view label_of(RoomLimit limit) {
    switch (limit) {
    case RoomLimit::positions: return label_of(FloorLimit::positions);
    case RoomLimit::area: return label_of(FloorLimit::area);
    case RoomLimit::floor_load: return label_of(FloorLimit::load);
    case RoomLimit::grid: return "grid";
    case RoomLimit::supply: return "supply";
    case RoomLimit::air: return "air cooling";
    case RoomLimit::liquid: return "liquid cooling";
    case RoomLimit::plant: break;
    }
    return "cooling plant";
}

bool is_plural(RoomLimit limit) { return limit == RoomLimit::positions; }

std::string_view unit_of(RoomLimit limit) {
    switch (limit) {
    case RoomLimit::positions: return unit_of(FloorLimit::positions);
    case RoomLimit::area: return unit_of(FloorLimit::area);
    case RoomLimit::floor_load: return unit_of(FloorLimit::load);
    default: return "W";
    }
}

} // namespace roofrack
