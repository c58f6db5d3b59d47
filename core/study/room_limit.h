// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/supply_kind.h"

#include <string>

namespace roofrack {

/// What of an existing room racks take up.
enum class RoomLimit { positions, area, floor_load, grid, supply, air, liquid, plant };
inline constexpr RoomLimit room_limits[] = {RoomLimit::positions, RoomLimit::area,   RoomLimit::floor_load,
                                            RoomLimit::grid,      RoomLimit::supply, RoomLimit::air,
                                            RoomLimit::liquid,    RoomLimit::plant};
std::string_view name_of(RoomLimit limit);  ///< "positions", "area", "floor_load" …
std::string_view label_of(RoomLimit limit); ///< "rack positions", "floor area", "floor loading" …
/// label_of() it names several things: rack positions end, floor area ends.
bool is_plural(RoomLimit limit);
/// "places", "m²", "kg/m²"; of power and heat "W".
std::string_view unit_of(RoomLimit limit);

/// Which limit it is: of the room, of the grid, or of one drawn unit.
struct RoomKey {
    RoomLimit limit = RoomLimit::positions;
    SupplyKind supply = SupplyKind::feed; ///< supply of RoomLimit::supply
    std::string id; ///< the drawn unit; of the room, the grid and a plant as a whole empty
    bool operator==(const RoomKey&) const = default;
};

} // namespace roofrack
