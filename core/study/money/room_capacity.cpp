// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/room_capacity.h"

#include "core/base/units/quantity_text.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/floor_space.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

RoomCapacity::RoomCapacity(const Prepared& drawn, const Catalog& catalog)
    : m_catalog(catalog) {
    const SiteRoom& room = drawn.scenario().site.room;
    have(RoomLimit::positions, room.rack_positions);
    have(RoomLimit::area, room.area);
    have(RoomLimit::floor_load, room.floor_load);
}

namespace {

FloorSpace floor_of_drawing(const Prepared& prepared, const Catalog& catalog) {
    SiteRoom room = prepared.scenario().site.room;
    room.rack_mass.reset(); // reset of the drawn racks
    return floor_space(prepared.scenario().cluster, room, catalog, prepared.impl().facility->inputs());
}

} // namespace

RoomCapacity RoomCapacity::left_by(const Prepared& drawn, const Catalog& catalog) {
    RoomCapacity out(drawn, catalog);
    out.m_taken = floor_of_drawing(drawn, catalog);
    return out;
}

void RoomCapacity::have(RoomLimit limit, std::optional<double> amount) {
    if (amount && *amount > 0) m_have.emplace_back(limit, *amount);
}

std::optional<RoomUse> RoomCapacity::fullest(const Prepared& other) const {
    if (m_have.empty()) return std::nullopt;
    const FloorSpace floor = floor_of_drawing(other, m_catalog);
    std::optional<RoomUse> out;
    for (const auto& [limit, amount] : m_have) {
        const double need = limit == RoomLimit::positions ? floor.racks
                            : limit == RoomLimit::area    ? floor.area
                                                          : floor.load;
        const double taken = !m_taken                        ? 0
                             : limit == RoomLimit::positions ? m_taken->racks
                             : limit == RoomLimit::area      ? m_taken->area
                                                             : 0; // a floor bears what stands on it, or not
        constexpr double nothing = 1e-9;
        const RoomUse held{limit, need - taken, std::max(nothing, amount - taken), taken > 0};
        // More racks are no heavier: a floor bears them or not.
        if (limit == RoomLimit::floor_load && held.share() <= 1) continue;
        if (!out || held.share() > out->share()) out = held;
    }
    return out;
}

std::string too_much_text(const RoomUse& held) {
    const auto amount = [&](double value) {
        return fmt::format("{} {}", format_count(std::round(value)), unit_of(held.limit));
    };
    return fmt::format("the fewest that can be drawn take {} of {}, of which the room has {}{}",
                       amount(held.need), label_of(held.limit), amount(held.have),
                       held.is_left ? " left" : "");
}

} // namespace roofrack
