// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/room_limit.h"

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
    case RoomLimit::positions: return "rack positions";
    case RoomLimit::area: return "floor area";
    case RoomLimit::floor_load: return "floor loading";
    case RoomLimit::grid: return "grid";
    case RoomLimit::supply: return "supply";
    case RoomLimit::air: return "air cooling";
    case RoomLimit::liquid: return "liquid cooling";
    case RoomLimit::plant: break;
    }
    return "cooling plant";
}

std::string_view unit_of(RoomLimit limit) {
    switch (limit) {
    case RoomLimit::positions: return "places";
    case RoomLimit::area: return "m²";
    case RoomLimit::floor_load: return "kg/m²";
    default: return "W";
    }
}

} // namespace roofrack
