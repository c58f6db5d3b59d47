// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/single_failures.h"

#include "core/facility/budget/losses.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace roofrack {

namespace {

/// The racks as the chain's failures see them.
std::vector<FedRack> fed_racks(const FacilityInputs& in, const PowerState& state, const Sharing& sharing) {
    std::vector<FedRack> out;
    for (const RackState& rack : state.racks)
        out.push_back({rack.count, demand_of(rack, Carries::power, state.windows), {}});
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        if (in.chain.units[u].rack_feed < 0) continue;
        const auto feed = static_cast<size_t>(in.chain.units[u].rack_feed);
        for (const int rack : in.rack_feeds[feed].racks)
            if (const double share = sharing.share(feed, rack); share > 0)
                out[static_cast<size_t>(rack)].feeds.push_back(
                    {static_cast<int>(u), sharing.given(feed, rack), share});
    }
    return out;
}

/// What is fed by the chain beside the racks: SupplyChain::equipment one by one, and cooling as the last.
std::vector<FedEquipment> fed_equipment(const FacilityInputs& in, const PowerState& state, double beside) {
    std::vector<FedEquipment> out;
    for (const UnrackedLoad& load : in.chain.equipment) {
        FedEquipment each{load.share * state.unracked_power.si(), {}};
        for (const UnrackedLoad::Carrier& carrier : load.carriers)
            each.feeds.push_back({carrier.unit, carrier.capacity / load.capacity(), carrier.capacity});
        out.push_back(std::move(each));
    }
    FedEquipment plant{beside, {}};
    bool known = true;
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        if (unit.plant_share <= 0) continue;
        plant.feeds.push_back({static_cast<int>(u), unit.plant_share, unit.capacity * unit.instances});
        known = known && unit.capacity > 0;
    }
    if (!known)
        for (FedEquipment::Feed& feed : plant.feeds)
            feed.capacity = in.chain.units[static_cast<size_t>(feed.unit)].instances;
    if (!plant.feeds.empty()) out.push_back(std::move(plant));
    return out;
}

/// Name of one of fed_equipment().
std::string equipment_id(const FacilityInputs& in, int index) {
    const auto at = static_cast<size_t>(index);
    return at < in.chain.equipment.size() ? in.chain.equipment[at].ids.front() : std::string("plant");
}

/// What the loss of one unit means: what is over, what must be shed, what is dark.
SingleFailure failure_of(const FacilityInputs& in, const PowerState& state, const SupplyFailures& failures,
                         int unit) {
    const SupplyUnit& lost = in.chain.units[static_cast<size_t>(unit)];
    const std::vector<FedRack>& racks = failures.state().racks;
    const SupplyFailure after = failures.fail_unit(unit);
    SingleFailure out;
    out.id = lost.id;
    out.kind = BudgetKind::feed;
    out.supply = lost.kind;
    out.worst = after.worst;
    if (after.worst_rack >= 0) out.fullest = state.racks[static_cast<size_t>(after.worst_rack)].id;
    if (after.worst_unit >= 0) out.fullest = in.chain.units[static_cast<size_t>(after.worst_unit)].id;
    std::map<int, double> held;
    const auto hold = [&held](int rack, double limit) {
        const auto [found, added] = held.emplace(rack, limit);
        if (!added) found->second = std::min(found->second, limit);
    };
    for (const SupplyFailure::AffectedRack& hit : after.hit) {
        const FedRack& rack = racks[static_cast<size_t>(hit.rack)];
        if (rack.demand <= hit.left) continue;
        const double instances = hit.share * rack.count;
        const Watts excess(instances * (rack.demand - hit.left));
        const RackState& of = state.racks[static_cast<size_t>(hit.rack)];
        out.over.push_back({of.id, hit.left > 0 ? rack.demand / hit.left : no_limit, excess});
        out.shed += excess;
        if (hit.left <= 0)
            out.dark_gpus += instances * of.gpus;
        else
            hold(hit.rack, hit.left);
    }
    for (const int index : after.dark_equipment) {
        const Watts dark(failures.state().equipment[static_cast<size_t>(index)].demand);
        out.over.push_back({equipment_id(in, index), no_limit, dark});
        if (out.fullest.empty()) out.fullest = equipment_id(in, index);
        out.dark_equipment += dark;
    }
    Watts highest{}; // highest load of one level above the racks: they shed it once
    for (const SupplyFailure::CarryingUnit& over : after.carried) {
        if (over.ratio <= 1 + 1e-9) continue;
        out.over.push_back(
            {in.chain.units[static_cast<size_t>(over.unit)].id, over.ratio, Watts(over.excess)});
        highest = std::max(highest, Watts(over.excess));
        // What stands in no rack sheds nothing.
        const double too_much = 1 - 1 / over.ratio,
                     kept = over.of_racks > too_much ? 1 - too_much / over.of_racks : 0;
        for (const int rack : failures.racks_below(over.unit))
            hold(rack, racks[static_cast<size_t>(rack)].demand * kept);
    }
    out.shed = std::max(out.shed, highest);
    std::ranges::stable_sort(out.over, std::greater{}, &SingleFailure::Over::ratio);
    for (const auto& [rack, limit] : held) out.held.push_back({rack, Watts(limit)});
    return out;
}

std::vector<SingleFailure> supply_failures_of(const FacilityInputs& in, const PowerState& state) {
    const PowerState asked = asked_of(in, state);
    const SupplyFailures failures(in.chain, supply_state(in, asked, SupplyLoad(in, asked)));
    std::vector<SingleFailure> out;
    for (size_t u = 0; u < in.chain.units.size(); ++u)
        if (in.chain.units[u].capacity > 0 && failures.carries(static_cast<int>(u)))
            out.push_back(failure_of(in, asked, failures, static_cast<int>(u)));
    return out;
}

SingleFailure cooler_failure(const Losses& losses, const CoolingUnits& group, size_t i,
                             const PowerState& state) {
    const SharedCapacity& unit = group.elements[i];
    SingleFailure out;
    out.id = unit.id;
    out.kind = group.kind;
    const FullestAfterLoss worst = losses.worst_without_one(i);
    out.worst = worst.share;
    // What stands in no rack leans on others, whose racks are the fullest at times.
    const double own = losses.own_share_without_one(i);
    out.own = own > 0 && std::isfinite(out.worst) ? own : out.worst;
    if (worst.element >= 0) out.fullest = group.elements[static_cast<size_t>(worst.element)].id;
    if (worst.rack >= 0) out.fullest = state.racks[static_cast<size_t>(worst.rack)].id;
    if (out.survives()) return out;
    if (worst.element >= 0) out.over.push_back({out.fullest, out.worst, Watts(0)});
    for (const RackShare& each : losses.racks_without_one(i)) {
        if (each.left >= 1) continue;
        const RackState& of = state.racks[static_cast<size_t>(each.rack)];
        const Watts over(of.count * demand_of(of, group.carries, state.windows) * (1 - each.left));
        out.shed += over;
        out.over.push_back({of.id, each.share, over});
        // What it draws falls as its heat must.
        if (std::isfinite(each.share)) out.held.push_back({each.rack, of.peak * each.left});
    }
    std::ranges::stable_sort(out.over, std::greater{}, &SingleFailure::Over::ratio);
    return out;
}

} // namespace

PowerState asked_of(const FacilityInputs& in, const PowerState& state) {
    PowerState out = state;
    const std::vector<double> clocks(in.group_gpus.size(), 1.0);
    for (size_t r = 0; r < out.racks.size(); ++r)
        if (RackState& rack = out.racks[r]; rack.trips && rack.works) {
            rack.power = rack.peak = Watts(in.racks[r].sum(clocks, 1, StepLoad(in.defaults->power)).peak);
        }
    return out;
}

SupplyState supply_state(const FacilityInputs& in, const PowerState& state, const SupplyLoad& load) {
    const double window = state.windows.breaker;
    return {load.windowed(), load.flows(window), fed_racks(in, state, load.feeds()),
            fed_equipment(in, state, load.beside(window))};
}

std::vector<CoolingUnits> coolers_in(const FacilityInputs& in) {
    return {{in.air_coolers, BudgetKind::air, Carries::air, in.unracked_heat},
            {in.liquid_coolers, BudgetKind::loop, Carries::liquid, {}}};
}

std::vector<double> fullest_after_failures(const FacilityInputs& in, const PowerState& state,
                                           const SupplyLoad& load) {
    std::vector<double> out(in.chain.units.size(), 0.0);
    const SupplyFailures failures(in.chain, supply_state(in, state, load));
    const Losses losses(load.feeds());
    for (size_t u = 0; u < out.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        if (unit.rack_feed >= 0) out[u] = losses.worst_without_one(static_cast<size_t>(unit.rack_feed)).share;
        if (unit.below.empty() && unit.unracked_share <= 0) continue;
        for (const SupplyFailure::CarryingUnit& each : failures.fail_unit(static_cast<int>(u)).carried)
            out[static_cast<size_t>(each.unit)] = std::max(out[static_cast<size_t>(each.unit)], each.ratio);
    }
    return out;
}

std::vector<SingleFailure> single_failures_of(const Facility& facility, const PowerState& state) {
    const FacilityInputs& in = facility.inputs();
    std::vector<SingleFailure> out = supply_failures_of(in, state);
    for (const CoolingUnits& group : coolers_in(in)) {
        const Sharing sharing(group.elements, state, group.carries, group.unracked);
        const Losses losses(sharing);
        for (size_t i = 0; i < group.elements.size(); ++i)
            if (const SharedCapacity& each = group.elements[i];
                each.capacity < no_limit && (!each.racks.empty() || each.unracked > 0))
                out.push_back(cooler_failure(losses, group, i, state));
    }
    return out;
}

} // namespace roofrack
