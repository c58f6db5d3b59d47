// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/cooling/flows.h"

#include "core/base/figures/builder.h"
#include "core/facility/air.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>

namespace roofrack {

namespace {

bool takes_liquid(CoolingKind kind) {
    return kind == CoolingKind::liquid || kind == CoolingKind::liquid_to_air;
}

AirFlow air_of(const AirPath& path) {
    return {path.demanded, path.supplied, path.recirculated, Kelvins(path.rise), !path.drawn};
}

CoolantFlow coolant_of(const CoolingPath& path, const RackState& rack, const Defaults::Cooling& c) {
    const LiquidPath& liquid = path.liquid;
    CoolantFlow out;
    out.demanded = liquid.flow;
    out.supply = out.back = Celsius(liquid.supply);
    if (liquid.flow > 0)
        out.back = out.supply + coolant_rise(rack.heat_to_liquid, liquid.flow, liquid.coolant);
    if (liquid.drop > 0) {
        out.drop = liquid.drop;
        out.pump = pump_power(liquid.drop, liquid.flow, c.pump_efficiency);
    }
    out.missing = !liquid.drawn && path.air.drawn;
    out.assumed = !path.drawn();
    return out;
}

CoolerFlow flow_of(const CoolerPath& cooler, const FacilityInputs& in, const PowerState& state) {
    const bool liquid = takes_liquid(cooler.kind);
    CoolerFlow out;
    out.id = cooler.id;
    out.kind = cooler.kind;
    out.instances = cooler.instances;
    for (size_t i = 0; i < cooler.racks.size(); ++i) {
        const auto r = static_cast<size_t>(cooler.racks[i]);
        const double share = state.racks[r].count * cooler.shares[i];
        out.heat += share * (liquid ? state.racks[r].heat_to_liquid : state.racks[r].heat_to_air);
        out.demanded += share * (liquid ? in.paths[r].liquid.flow : in.paths[r].air.demanded);
    }
    // What stands in no rack moves as much air a watt as servers that print none.
    if (in.unracked_power > 0 && !liquid && cooler.kind != CoolingKind::plant) {
        const double heat = cooler.unracked / in.unracked_power * state.unracked_power.si();
        out.heat += Watts(heat);
        out.demanded += heat * in.defaults->cooling.air_flow * cubic_feet_per_minute / 1000;
    }
    const auto of_all = [&](const std::optional<double>& one) {
        return one ? std::optional(*one * cooler.instances) : std::nullopt;
    };
    out.rated = of_all(liquid ? cooler.liquid_flow : cooler.air_flow);
    out.head = liquid ? cooler.head : std::nullopt;
    if (cooler.own_power) out.driven = Watts(*cooler.own_power * cooler.instances);
    return out;
}

/// What pumps give of the coolant that a rack wants: each unit its share, no more than its rating.
void share_coolant(CoolingFlows& flows, const FacilityInputs& in) {
    std::vector<bool> known(flows.racks.size(), true);
    std::vector<double> given(flows.racks.size(), 0.0);
    size_t at = 0;
    for (const CoolerPath& cooler : in.coolers) {
        if (cooler.kind == CoolingKind::plant) continue;
        const CoolerFlow& flow = flows.coolers[at++];
        if (!takes_liquid(cooler.kind)) continue;
        for (size_t i = 0; i < cooler.racks.size(); ++i) {
            const auto r = static_cast<size_t>(cooler.racks[i]);
            const auto share = flow.share();
            if (share)
                given[r] += cooler.shares[i] / std::max(1.0, *share);
            else
                known[r] = false;
        }
    }
    for (size_t r = 0; r < flows.racks.size(); ++r)
        if (auto& coolant = flows.racks[r].coolant; coolant && known[r] && in.paths[r].liquid.drawn)
            coolant->supplied = given[r] * coolant->demanded;
}

} // namespace

CoolingFlows cooling_flows(const Facility& facility, const PowerState& state) {
    const FacilityInputs& in = facility.inputs();
    CoolingFlows out;
    for (size_t r = 0; r < in.racks.size(); ++r) {
        const CoolingPath& path = in.paths[r];
        RackFlow flow;
        flow.id = in.racks[r].id;
        flow.name = state.racks[r].name;
        flow.count = state.racks[r].count;
        if (path.air.heat > 0) flow.air = air_of(path.air);
        if (path.liquid.heat > 0) flow.coolant = coolant_of(path, state.racks[r], in.defaults->cooling);
        out.racks.push_back(std::move(flow));
    }
    for (const CoolerPath& cooler : in.coolers)
        if (cooler.kind != CoolingKind::plant) out.coolers.push_back(flow_of(cooler, in, state));
    share_coolant(out, in);
    return out;
}

void describe(figures::Builder<AirFlow>& f) {
    using namespace figures;
    using A = AirFlow;
    f.number("demanded_m3_per_s", &A::demanded, cubic_metres_per_second, "demanded", "by the servers' fans");
    f.number("supplied_m3_per_s", &A::supplied, cubic_metres_per_second, "supplied",
             "by the units and through the rack's place", Absent{"not known"});
    f.number("recirculated", &A::recirculated, share, "recirculated", "share of exhaust in what it breathes",
             less);
    f.number("rise_k", &A::rise, kelvins, "rise", "of the demanded air");
    f.flag("assumed", &A::assumed, "assumed", "no unit is drawn that takes its air");
}

void describe(figures::Builder<CoolantFlow>& f) {
    using namespace figures;
    using C = CoolantFlow;
    f.number("demanded_m3_per_s", &C::demanded, cubic_metres_per_second, "demanded",
             "at the supply that it gets");
    f.number("supplied_m3_per_s", &C::supplied, cubic_metres_per_second, "supplied",
             "what the units' pumps give of it", Absent{"not known"});
    f.number("pressure_drop_pa", &C::drop, pascals, "pressure drop",
             "between supply and return at the demanded flow", Absent{"not known"});
    f.number("pump_w", &C::pump, watts, "pump", "that drives the demanded flow through this drop",
             Absent{"not known"});
    f.number("supply_c", &C::supply, celsius, "supply", "temperature of the coolant");
    f.number("return_c", &C::back, celsius, "return", "temperature of the coolant");
    f.flag("assumed", &C::assumed, "assumed", "no unit is drawn for it, nor any other cooling");
    f.flag("missing", &C::missing, "missing", "units are drawn, and none takes liquid");
}

void describe(figures::Builder<RackFlow>& f) {
    using namespace figures;
    f.text("id", &RackFlow::id, "rack", "its id", names_item);
    f.number("count", &RackFlow::count, count, "count", "racks like it", always);
    f.object("air", &RackFlow::air, "air", "through it", Absent{"it takes none"});
    f.object("coolant", &RackFlow::coolant, "coolant", "through it", Absent{"it takes none"});
}

void describe(figures::Builder<CoolerFlow>& f) {
    using namespace figures;
    using C = CoolerFlow;
    f.text("id", &C::id, "unit", "its id", names_item);
    f.choice("kind", &C::kind, "kind", "of cooling",
             one_of({CoolingKind::room_air, CoolingKind::rear_door, CoolingKind::liquid,
                     CoolingKind::liquid_to_air}));
    f.number("count", &C::instances, count, "count", "units like it", always);
    f.number("heat_w", &C::heat, watts, "heat", "that it takes");
    f.number("demanded_m3_per_s", &C::demanded, cubic_metres_per_second, "demanded",
             "air, or coolant where it takes liquid");
    f.number("rated_m3_per_s", &C::rated, cubic_metres_per_second, "rated", "of the same",
             Absent{"not printed"});
    f.number("head_pa", &C::head, pascals, "head", "that its pumps hold at rating", Absent{"not printed"});
    f.number("fans_and_pumps_w", &C::driven, watts, "fans and pumps", "at rating", Absent{"not printed"});
}

void describe(figures::Builder<CoolingFlows>& f) {
    using namespace figures;
    f.list("racks", &CoolingFlows::racks, "racks", "in drawn order");
    f.list("coolers", &CoolingFlows::coolers, "cooling units", "in drawn order, without plants");
}

} // namespace roofrack
