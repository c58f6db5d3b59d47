// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/prepare_cooling.h"

#include <algorithm>
#include <cmath>

#include "core/facility/air.h"
#include "core/facility/coolers.h"
#include "core/facility/couple_chips.h"

namespace roofrack {

namespace {

/// The nearest setting on the rack or a container around it.
template<class T>
std::optional<T> nearest(const Drawing& drawing, int index, std::optional<T> Element::*setting) {
    for (; index >= 0; index = drawing.parent(index))
        if (drawing.at(index).*setting) return drawing.at(index).*setting;
    return std::nullopt;
}

/// Heat of rack `r` that its share of the cooler takes, one instance.
double allotted(const Cooler& cooler, double rack_demand) {
    if (cooler.capacity == no_limit) return no_limit;
    return cooler.demand > 0 ? cooler.left_for(rack_demand, cooler.capacity, cooler.unracked)
                             : std::max(0.0, cooler.capacity - cooler.unracked);
}

/// What cools one rack.
struct RackCooling {
    double air_supply = 0, liquid_supply = 0; ///< summed over coolers, °C
    int air_coolers = 0, liquid_coolers = 0, doors = 0;
    double air_capacity = 0, liquid_capacity = 0, door_capacity = 0;
    double door_water = 0, effectiveness = 0;
    double supplied_flow = 0; ///< m³/s; 0: not printed
    bool flow_known = true;
    bool into_air = false;   ///< a liquid-to-air unit hands the liquid's heat to the room
    double liquid_water = 0; ///< facility water its units want, summed
};

void add_cooler(RackCooling& rack, const Cooler& cooler, const Element& element, const RackHeat& heat,
                const Plant& plant, const Defaults::Cooling& c) {
    const double approach = cooler.part ? cooler.part->value_or("approach", 0) : 0;
    switch (cooler.kind) {
    case CoolingKind::room_air: {
        Celsius supply = element.supply.value_or(c.air_supply);
        if (!plant.has_chiller()) supply = std::max(supply, plant.free_water() + c.coil_approach);
        rack.air_supply += supply.degrees();
        ++rack.air_coolers;
        rack.air_capacity += allotted(cooler, heat.air);
        const auto flow = cooler.part ? cooler.part->value("air_flow") : std::nullopt;
        if (flow && cooler.demand > 0)
            rack.supplied_flow +=
                cooler.left_for(heat.air, *flow * cooler.instances,
                                cooler.unracked * c.air_flow * cubic_feet_per_minute / 1000);
        else
            rack.flow_known = false;
        break;
    }
    case CoolingKind::rear_door:
        rack.door_water += element.supply.value_or(c.door_water).degrees();
        ++rack.doors;
        rack.door_capacity += allotted(cooler, heat.air);
        if (cooler.part) rack.effectiveness = cooler.part->value_or("effectiveness", c.door_effectiveness);
        break;
    case CoolingKind::liquid: {
        const Kelvins rise = (approach > 0 ? Kelvins(approach) : c.liquid_to_liquid) * cooler.load();
        Celsius supply = element.supply.value_or(c.liquid_supply);
        rack.liquid_water += (supply - rise).degrees();
        if (!plant.has_chiller()) supply = std::max(supply, plant.free_water() + rise);
        rack.liquid_supply += supply.degrees();
        ++rack.liquid_coolers;
        rack.liquid_capacity += allotted(cooler, heat.liquid);
        break;
    }
    case CoolingKind::liquid_to_air: {
        const Kelvins rise = (approach > 0 ? Kelvins(approach) : c.liquid_to_air) * cooler.load();
        rack.liquid_supply +=
            std::max(element.supply.value_or(c.liquid_supply), c.air_supply + rise).degrees();
        rack.liquid_water += (c.air_supply - c.coil_approach).degrees();
        ++rack.liquid_coolers;
        rack.liquid_capacity += allotted(cooler, heat.liquid);
        rack.into_air = true;
        break;
    }
    case CoolingKind::plant: break;
    }
}

/// The containment said nearest around a rack; nothing is said: no value.
std::optional<AirContainment> containment_of(const Drawing& drawing, int index) {
    for (; index >= 0; index = drawing.parent(index))
        if (drawing.at(index).containment != AirContainment::inherited) return drawing.at(index).containment;
    return std::nullopt;
}

/// Places on the floor that the servers of each rack fill: several where a machine of several racks is drawn
/// as one.
std::vector<double> places_of(const Preparation& prep) {
    std::vector<double> filled(prep.inputs.racks.size(), 0.0); // rack units
    for (const ServerSource& source : prep.servers)
        if (source.part)
            filled[source.rack] += prep.inputs.racks[source.rack].servers[source.index].per_rack *
                                   source.part->value_or("height_u", 0);
    std::vector<double> places(filled.size(), 1.0);
    for (size_t r = 0; r < places.size(); ++r) {
        const Part* const rack = prep.drawing.part(prep.rack_elements[r]);
        const double room = rack && rack->kind == PartKind::rack ? rack->value_or("height_u", 0) : 0;
        if (room > 0) places[r] = std::max(1.0, std::ceil(filled[r] / room - 1e-9));
    }
    return places;
}

/// What the air of one rack does on its way to the inlet.
void lead_air(const Preparation& prep, size_t r, const RackHeat& heat, const RackCooling& cooling,
              double places) {
    const Defaults::Cooling& c = prep.defaults.cooling;
    const int element = prep.rack_elements[r];
    const Plant& plant = prep.inputs.plant;
    AirPath& path = prep.inputs.paths[r].air;
    path.heat = heat.air;
    path.drawn = cooling.air_coolers + cooling.doors > 0;
    path.approach = c.coil_approach.si();
    path.demanded = heat.demanded_flow;
    path.rise = path.exhaust_rise = heat.rise.si();
    path.contained =
        containment_of(prep.drawing, element).value_or(AirContainment::cold_aisle) != AirContainment::none;
    Celsius supply = c.air_supply;
    if (cooling.air_coolers > 0)
        supply = Celsius(cooling.air_supply / cooling.air_coolers);
    else if (!plant.has_chiller())
        supply = std::max(supply, plant.free_water() + c.coil_approach);
    if (cooling.doors > 0 && heat.air_flow > 0) {
        const double capacity_rate = air_density(prep.altitude) * air_heat_capacity * heat.air_flow;
        const Celsius water(cooling.door_water / cooling.doors);
        const Watts taken = rear_door_heat(cooling.effectiveness, capacity_rate, supply + heat.rise, water,
                                           Watts(cooling.door_capacity));
        path.exhaust_rise -= taken.si() / capacity_rate;
    }
    path.supply = supply.degrees();
    const auto local = nearest(prep.drawing, element, &Element::supply);
    path.measured = local.has_value();
    auto ratio = nearest(prep.drawing, element, &Element::air_supply_ratio);
    if (!ratio && heat.demanded_flow > 0) {
        constexpr double most_ratio = 1e3; // largest ratio of servers that move next to nothing
        if (cooling.air_coolers > 0 && cooling.flow_known)
            ratio = std::min(most_ratio, cooling.supplied_flow / heat.demanded_flow);
        // A local temperature has the place of the rack in it already.
        if (!local) {
            path.position = places * (path.contained ? c.contained_position : c.open_position);
            ratio = std::min(ratio.value_or(1), path.position / heat.demanded_flow);
        }
    }
    if (ratio && heat.demanded_flow > 0) path.supplied = *ratio * heat.demanded_flow;
    // A local temperature is that of the inlet: only air known to be missing warms it further.
    const double leak = local ? 0 : path.contained ? c.recirculation_leak : c.open_leak;
    path.recirculated = recirculated_share(ratio.value_or(1), leak);
    prep.inputs.racks[r].inlet =
        inlet_temperature(local.value_or(supply), Kelvins(path.exhaust_rise), path.recirculated).degrees();
}

/// Inlet, coolant and limits of one rack.
void cool_rack(const Preparation& prep, size_t r, const RackHeat& heat, const RackCooling& cooling,
               double places) {
    const Defaults::Cooling& c = prep.defaults.cooling;
    RackModel& rack = prep.inputs.racks[r];
    LiquidPath& liquid = prep.inputs.paths[r].liquid;
    const int element = prep.rack_elements[r];
    const bool air_known = cooling.air_coolers + cooling.doors > 0;

    if (heat.air > 0) lead_air(prep, r, heat, cooling, places);
    liquid.heat = heat.liquid;
    liquid.drawn = cooling.liquid_coolers > 0;
    liquid.into_air = cooling.into_air;
    if (heat.liquid > 0) {
        rack.coolant =
            liquid.drawn ? cooling.liquid_supply / cooling.liquid_coolers : c.liquid_supply.degrees();
        liquid.supply = *rack.coolant;
        liquid.water = liquid.drawn ? cooling.liquid_water / cooling.liquid_coolers
                                    : (c.liquid_supply - c.liquid_to_liquid).degrees();
    }

    if (const auto& own = prep.drawing.at(element).cooling_limit) {
        rack.heat_limit = own->si();
        return;
    }
    const double air = cooling.air_capacity + cooling.door_capacity;
    if (air_known) rack.air_limit = air;
    if (liquid.drawn) rack.liquid_limit = cooling.liquid_capacity;
    if (air_known && cooling.into_air) rack.heat_limit = air;
    // No air carries what cold plates give off.
    if (air_known && !liquid.drawn && heat.liquid > 0) {
        rack.liquid_limit = 0;
        rack.loop_missing = true;
    }
}

/// Fans and pumps of the coolers per watt of the heat that they carry at full clock.
void prepare_transport(FacilityInputs& inputs, const std::vector<Cooler>& coolers) {
    const double exponent = inputs.defaults->cooling.fan_exponent;
    const auto share = [&](bool liquid, double fallback) {
        double power = 0, heat = 0;
        for (const Cooler& cooler : coolers) {
            if (cooler.kind == CoolingKind::plant || cooler.takes_liquid() != liquid || !cooler.part)
                continue;
            const auto own = cooler.part->value("own_power");
            if (!own || cooler.demand + cooler.unracked <= 0) continue;
            power += *own * cooler.instances * (liquid ? 1 : std::pow(cooler.load(), exponent));
            heat += cooler.taken + cooler.unracked;
        }
        return heat > 0 ? power / heat : fallback;
    };
    inputs.air_transport = share(false, inputs.air_transport);
    inputs.liquid_transport = share(true, inputs.liquid_transport);
}

/// The facility water that coils and units want, weighted by the heat that they take.
void prepare_water(FacilityInputs& inputs, const std::vector<RackHeat>& heats,
                   const std::vector<RackCooling>& cooling) {
    const Defaults::Cooling& c = inputs.defaults->cooling;
    double air = 0, air_water = 0, liquid = 0, liquid_water = 0;
    for (size_t r = 0; r < heats.size(); ++r) {
        const double air_heat = inputs.racks[r].count * heats[r].air,
                     liquid_heat = inputs.racks[r].count * heats[r].liquid;
        double water = (c.air_supply - c.coil_approach).degrees();
        if (cooling[r].air_coolers > 0)
            water = cooling[r].air_supply / cooling[r].air_coolers - c.coil_approach.si();
        else if (cooling[r].doors > 0)
            water = cooling[r].door_water / cooling[r].doors;
        air += air_heat;
        air_water += air_heat * water;
        water = (c.liquid_supply - c.liquid_to_liquid).degrees();
        if (cooling[r].liquid_coolers > 0) water = cooling[r].liquid_water / cooling[r].liquid_coolers;
        liquid += liquid_heat;
        liquid_water += liquid_heat * water;
    }
    if (air > 0) inputs.air_water = Celsius(air_water / air);
    if (liquid > 0) inputs.liquid_water = Celsius(liquid_water / liquid);
}

/// For a site that blows out the air of its halls: what does not leave so, and how warm the rest gets.
void prepare_outside_air(FacilityInputs& inputs, const std::vector<RackHeat>& heats,
                         const std::vector<RackCooling>& cooling) {
    const Defaults::Cooling& c = inputs.defaults->cooling;
    double air = 0, into_doors = 0, door_water = 0, flow = 0; // flow: W a K
    double liquid = 0, into_room = 0, room = 0, room_water = 0, loops = 0, loop_water = 0;
    for (size_t r = 0; r < heats.size(); ++r) {
        const double air_heat = inputs.racks[r].count * heats[r].air,
                     liquid_heat = inputs.racks[r].count * heats[r].liquid;
        const AirPath& path = inputs.paths[r].air;
        const double by_door = cooling[r].doors > 0 && path.rise > 0
                                   ? air_heat * std::clamp(1 - path.exhaust_rise / path.rise, 0.0, 1.0)
                                   : 0;
        air += air_heat;
        into_doors += by_door;
        if (cooling[r].doors > 0) door_water += by_door * cooling[r].door_water / cooling[r].doors;
        if (path.rise > 0) flow += air_heat / path.rise;
        const double sidecar = cooling[r].into_air ? liquid_heat : 0;
        liquid += liquid_heat;
        into_room += sidecar;
        const double supply = cooling[r].air_coolers > 0 ? cooling[r].air_supply / cooling[r].air_coolers
                                                         : c.air_supply.degrees();
        room += air_heat - by_door + sidecar;
        room_water += (air_heat - by_door + sidecar) * (supply - c.coil_approach.si());
        if (cooling[r].into_air) continue;
        loops += liquid_heat;
        loop_water +=
            liquid_heat * (cooling[r].liquid_coolers > 0 ? cooling[r].liquid_water / cooling[r].liquid_coolers
                                                         : (c.liquid_supply - c.liquid_to_liquid).degrees());
    }
    if (flow > 0) inputs.plant.hall_rise = Kelvins(air / flow);
    if (air > 0) inputs.door_share = into_doors / air;
    if (into_doors > 0) inputs.door_water = Celsius(door_water / into_doors);
    if (liquid > 0) inputs.sidecar_share = into_room / liquid;
    if (room > 0) inputs.air_water = Celsius(room_water / room);
    if (loops > 0) inputs.liquid_water = Celsius(loop_water / loops);
}

/// The drawn units as flows ask for them.
CoolerPath path_of(const Cooler& cooler, const Element& element) {
    CoolerPath out;
    out.id = element.id;
    out.kind = cooler.kind;
    out.instances = cooler.instances;
    out.racks = cooler.racks;
    out.shares = cooler.shares;
    out.unracked = cooler.unracked;
    if (!cooler.part) return out;
    out.air_flow = cooler.part->value("air_flow");
    out.liquid_flow = cooler.part->value("flow");
    out.own_power = cooler.part->value("own_power");
    if (const auto head = cooler.part->value("pressure_head")) out.head = 1000 * *head;
    return out;
}

/// Switches that stand in a rack breathe its air.
void note_switches(const Preparation& prep) {
    const Defaults::Cooling& c = prep.defaults.cooling;
    const double allowed = allowed_inlet(c.switch_inlet, prep.altitude, c.derate_from, c.derate_a3).degrees();
    for (int i = 0; i < static_cast<int>(prep.drawing.cluster().elements.size()); ++i)
        if (prep.drawing.at(i).kind == ElementKind::switch_)
            if (const int model = prep.model_of(i); model >= 0)
                prep.inputs.paths[static_cast<size_t>(model)].switch_limit = allowed;
}

} // namespace

void prepare_cooling(Preparation& prep) {
    FacilityInputs& inputs = prep.inputs;
    inputs.paths.resize(inputs.racks.size());
    note_switches(prep);
    couple_chips(prep); // at default temperatures: the demand needs a junction
    const std::vector<RackHeat> heats = heat_of(prep);
    const DrawnCoolers drawn = coolers_of(prep, heats);
    const std::vector<Cooler>& coolers = drawn.all;

    RackCooling none;
    none.effectiveness = prep.defaults.cooling.door_effectiveness;
    std::vector<RackCooling> cooling(inputs.racks.size(), none);
    double plant_capacity = 0;
    std::vector<int> among_air; // place of each cooler in inputs.air_coolers
    for (const Cooler& cooler : coolers) {
        among_air.push_back(static_cast<int>(inputs.air_coolers.size()));
        if (cooler.kind == CoolingKind::plant) plant_capacity += cooler.capacity;
        for (const int r : cooler.racks)
            add_cooler(cooling[static_cast<size_t>(r)], cooler, prep.drawing.at(cooler.element),
                       heats[static_cast<size_t>(r)], inputs.plant, prep.defaults.cooling);
        inputs.coolers.push_back(path_of(cooler, prep.drawing.at(cooler.element)));
        SharedCapacity shared{prep.drawing.at(cooler.element).id,
                              SupplyKind::feed,
                              cooler.instances,
                              cooler.capacity < no_limit ? cooler.capacity / cooler.instances : no_limit,
                              cooler.racks,
                              inputs.unracked_power > 0 ? cooler.unracked / inputs.unracked_power : 0};
        if (cooler.kind != CoolingKind::plant)
            (cooler.takes_liquid() ? inputs.liquid_coolers : inputs.air_coolers).push_back(std::move(shared));
    }
    inputs.unracked_heat = drawn.unracked;
    for (UnrackedLoad& load : inputs.unracked_heat)
        for (UnrackedLoad::Carrier& each : load.carriers)
            each.unit = among_air[static_cast<size_t>(each.unit)];
    if (plant_capacity > 0) inputs.plant_limit = plant_capacity;
    const std::vector<double> places = places_of(prep);
    for (size_t r = 0; r < inputs.racks.size(); ++r) cool_rack(prep, r, heats[r], cooling[r], places[r]);
    couple_chips(prep);
    prepare_transport(inputs, coolers);
    prepare_water(inputs, heats, cooling);
    if (inputs.plant.blows_out(HeatPath::hall_air)) prepare_outside_air(inputs, heats, cooling);
}

} // namespace roofrack
