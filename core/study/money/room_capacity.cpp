// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/room_capacity.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/facility/budget/budgets.h"
#include "core/facility/budget/single_failures.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/floor_space.h"
#include "core/step/engine/prepared_impl.h"

#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// What the drawn coolers of each medium take together; none where that of one of them is not known.
/// Without those that are to be bought.
std::map<RoomLimit, std::optional<double>> cooling_of(const Facility& facility, const PowerState& state,
                                                      const Cluster& cluster) {
    std::set<std::string_view> is_new;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    for (size_t i = 0; says_procurement(cluster) && i < procurements.size(); ++i)
        if (procurements[i] == Procurement::buy) is_new.insert(cluster.elements[i].id);
    std::map<RoomLimit, std::optional<double>> out;
    for (const Budget& budget : budgets_of(facility, state, single_failures_of(facility, state))) {
        if (budget.kind == BudgetKind::feed || budget.kind == BudgetKind::site) continue;
        if (is_new.contains(budget.id)) continue;
        const RoomLimit limit = budget.kind == BudgetKind::air    ? RoomLimit::air
                                : budget.kind == BudgetKind::loop ? RoomLimit::liquid
                                                                  : RoomLimit::plant;
        auto& sum = out.try_emplace(limit, 0.0).first->second;
        const auto takes = budget.secured ? budget.secured : budget.limit;
        sum = sum && takes ? std::optional(*sum + takes->si()) : std::nullopt;
    }
    return out;
}

} // namespace

RoomCapacity::RoomCapacity(const Prepared& drawn, const Evaluation& evaluation, const Catalog& catalog)
    : m_catalog(catalog) {
    const SiteRoom& room = drawn.scenario().site.room;
    if (!room.stands_already()) return;
    have(RoomLimit::positions, room.rack_positions);
    have(RoomLimit::area, room.area);
    have(RoomLimit::floor_load, room.floor_load);
    if (!evaluation.has_power()) return;
    for (const auto& [limit, takes] :
         cooling_of(*drawn.impl().facility, evaluation.power, drawn.scenario().cluster))
        have(limit, takes);
}

namespace {

FloorSpace floor_of_drawing(const Prepared& prepared, const Catalog& catalog) {
    SiteRoom room = prepared.scenario().site.room;
    room.rack_mass.reset(); // reset of the drawn racks
    return floor_space(prepared.scenario().cluster, room, catalog, prepared.impl().facility->inputs());
}

} // namespace

RoomCapacity RoomCapacity::left_by(const Prepared& drawn, const Catalog& catalog) {
    RoomCapacity out(drawn, Evaluation(), catalog);
    out.m_taken = floor_of_drawing(drawn, catalog);
    return out;
}

void RoomCapacity::have(RoomLimit limit, std::optional<double> amount) {
    if (amount && *amount > 0) m_have.emplace_back(limit, *amount);
}

std::optional<RoomUse> RoomCapacity::fullest(const Prepared& other, const Evaluation& evaluation) const {
    if (m_have.empty()) return std::nullopt;
    const FloorSpace floor = floor_of_drawing(other, m_catalog);
    Watts air = evaluation.power.unracked_power, liquid{};
    for (const RackState& rack : evaluation.power.racks) {
        air += rack.count * rack.heat_to_air;
        liquid += rack.count * rack.heat_to_liquid;
    }
    std::optional<RoomUse> out;
    for (const auto& [limit, amount] : m_have) {
        const double need = limit == RoomLimit::positions    ? floor.racks
                            : limit == RoomLimit::area       ? floor.area
                            : limit == RoomLimit::floor_load ? floor.load
                            : limit == RoomLimit::air        ? air.si()
                            : limit == RoomLimit::liquid     ? liquid.si()
                                                             : evaluation.power.it.si();
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
        const std::string_view unit = unit_of(held.limit);
        return unit == "W" ? format_quantity(value, Dimension::power, 3)
                           : fmt::format("{} {}", format_count(std::round(value)), unit);
    };
    return fmt::format("the fewest that can be drawn take {} of {}, of which the room has {}{}",
                       amount(held.need), label_of(held.limit), amount(held.have),
                       held.is_left ? " left" : "");
}

} // namespace roofrack
