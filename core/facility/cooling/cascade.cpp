// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/cooling/cascade.h"

#include "core/base/figures/builder.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>

namespace roofrack {

namespace {

class Way {
public:
    Way(CoolingMedium medium, const RackState& rack) {
        m_out.rack = rack.id;
        m_out.name = rack.name;
        m_out.medium = medium;
    }

    void to(Station station, Celsius value, StepCause cause, std::optional<Celsius> limit = {}) {
        const Kelvins step = m_out.steps.empty() ? Kelvins(0) : value - m_out.steps.back().value;
        m_out.steps.push_back({station, value, step, cause, limit});
    }
    Celsius last() const { return m_out.steps.back().value; }

    /// Outdoors, and what the plant makes of it: `wanted`, the facility water that the units want.
    void through_plant(const Plant& plant, Celsius wanted) {
        const bool wet = plant.evaporates();
        to(Station::outdoors, wet ? plant.wet_bulb : plant.dry_bulb,
           wet ? StepCause::wet_bulb : StepCause::dry_bulb);
        const StepCause rejection =
            wet ? StepCause::tower
            : plant.kind == PlantKind::adiabatic_dry_cooler || plant.kind == PlantKind::airside_economiser
                ? StepCause::adiabatic_cooler
                : StepCause::dry_cooler;
        to(Station::free_water, plant.free_water(), rejection);
        const bool chilled = last() > wanted || !plant.economises();
        to(Station::facility_water, wanted, chilled ? StepCause::chiller : StepCause::mixing);
    }

    /// Outside air into a hall that wants it at `supply`.
    void through_hall(const OutsideAir& air) {
        to(Station::outdoors, air.dry, StepCause::dry_bulb);
        const bool wetted = air.after_pads()<air.dry, warm = air.after_pads()> air.supply;
        if (wetted && warm) to(Station::pads, air.after_pads(), StepCause::wet_pads);
        to(Station::supply, air.supply,
           warm     ? StepCause::chiller
           : wetted ? StepCause::wet_pads
                    : StepCause::return_air);
    }

    Cascade take() { return std::move(m_out); }

private:
    Cascade m_out;
};

bool cooled_by(const RackModel& rack, CoolingMedium medium) {
    return std::ranges::any_of(rack.servers, [&](const ServerModel& server) {
        return server.gpus > 0 && (server.air_share >= 0.5) == (medium == CoolingMedium::air);
    });
}

Cascade air_way(const FacilityInputs& in, const RackModel& model, const AirPath& path,
                const RackState& rack) {
    Way way(CoolingMedium::air, rack);
    const Celsius supply(path.supply);
    const Celsius wanted = supply - Kelvins(path.approach);
    if (in.plant.blows_out(HeatPath::hall_air)) {
        way.through_hall(in.plant.outside_air(wanted));
    } else {
        way.through_plant(in.plant, wanted);
        way.to(Station::supply, supply, path.drawn ? StepCause::coil : StepCause::assumed_supply);
    }
    if (rack.inlet)
        way.to(Station::inlet, *rack.inlet, path.measured ? StepCause::local_air : StepCause::recirculation,
               rack.inlet_limit);
    if (rack.chip && cooled_by(model, CoolingMedium::air))
        way.to(Station::chip, *rack.chip, StepCause::heat_sink, rack.chip_limit);
    return way.take();
}

Cascade liquid_way(const FacilityInputs& in, const RackModel& model, const LiquidPath& path,
                   const RackState& rack) {
    Way way(CoolingMedium::liquid, rack);
    const Celsius supply(path.supply);
    // What floats with the weather is what the units get; with a chiller they get what they want.
    const Celsius water =
        in.plant.has_chiller() ? Celsius(path.water) : std::max(Celsius(path.water), in.plant.free_water());
    way.through_plant(in.plant, water);
    const auto limit = path.limit ? std::optional(Celsius(*path.limit)) : std::nullopt;
    way.to(Station::supply, supply, path.drawn ? StepCause::exchanger : StepCause::assumed_supply, limit);
    if (rack.chip && cooled_by(model, CoolingMedium::liquid)) {
        if (path.flow > 0) {
            const double share = rack.power > Watts(0) ? rack.heat_to_liquid / rack.power : 0;
            way.to(Station::mean_coolant,
                   supply + coolant_rise(rack.peak * share, path.flow, path.coolant) / 2,
                   StepCause::coolant_flow);
        }
        way.to(Station::chip, *rack.chip, StepCause::cold_plate, rack.chip_limit);
    }
    return way.take();
}

} // namespace

const CascadeStep* Cascade::tightest() const {
    const CascadeStep* out = nullptr;
    for (const CascadeStep& step : steps)
        if (step.limit && (!out || *step.margin() < *out->margin())) out = &step;
    return out;
}

std::vector<Cascade> cooling_cascades(const Facility& facility, const PowerState& state) {
    const FacilityInputs& in = facility.inputs();
    std::vector<Cascade> out;
    for (size_t r = 0; r < in.racks.size(); ++r) {
        const CoolingPath& path = in.paths[r];
        if (path.air.heat > 0) out.push_back(air_way(in, in.racks[r], path.air, state.racks[r]));
        if (path.liquid.heat > 0 && !in.racks[r].loop_missing)
            out.push_back(liquid_way(in, in.racks[r], path.liquid, state.racks[r]));
    }
    return out;
}

int hottest_rack(const std::vector<Cascade>& cascades, const PowerState& state) {
    std::optional<Kelvins> least;
    std::string_view rack;
    for (const Cascade& each : cascades) {
        const CascadeStep* const tight = each.tightest();
        if (!tight || (least && *tight->margin() >= *least)) continue;
        least = tight->margin();
        rack = each.rack;
    }
    if (!least) return -1;
    const auto found = std::ranges::find(state.racks, rack, &RackState::id);
    return static_cast<int>(found - state.racks.begin());
}

std::string_view name_of(Station station) {
    switch (station) {
    case Station::outdoors: return "outdoors";
    case Station::pads: return "pads";
    case Station::free_water: return "free_water";
    case Station::facility_water: return "facility_water";
    case Station::supply: return "supply";
    case Station::inlet: return "inlet";
    case Station::mean_coolant: return "mean_coolant";
    case Station::chip: break;
    }
    return "chip";
}

std::string_view label_of(Station station) {
    switch (station) {
    case Station::outdoors: return "outdoors";
    case Station::pads: return "after the pads";
    case Station::free_water: return "heat rejection";
    case Station::facility_water: return "facility water";
    case Station::supply: return "supply";
    case Station::inlet: return "server inlet";
    case Station::mean_coolant: return "mean coolant";
    case Station::chip: break;
    }
    return "chip";
}

std::string_view name_of(StepCause cause) {
    switch (cause) {
    case StepCause::wet_bulb: return "wet_bulb";
    case StepCause::dry_bulb: return "dry_bulb";
    case StepCause::tower: return "tower";
    case StepCause::dry_cooler: return "dry_cooler";
    case StepCause::adiabatic_cooler: return "adiabatic_cooler";
    case StepCause::chiller: return "chiller";
    case StepCause::mixing: return "mixing";
    case StepCause::wet_pads: return "wet_pads";
    case StepCause::return_air: return "return_air";
    case StepCause::coil: return "coil";
    case StepCause::exchanger: return "exchanger";
    case StepCause::assumed_supply: return "assumed_supply";
    case StepCause::recirculation: return "recirculation";
    case StepCause::local_air: return "local_air";
    case StepCause::coolant_flow: return "coolant_flow";
    case StepCause::heat_sink: return "heat_sink";
    case StepCause::cold_plate: break;
    }
    return "cold_plate";
}

std::string_view label_of(StepCause cause) {
    switch (cause) {
    case StepCause::wet_bulb: return "wet bulb";
    case StepCause::dry_bulb: return "dry bulb";
    case StepCause::tower: return "cooling tower";
    case StepCause::dry_cooler: return "dry cooler";
    case StepCause::adiabatic_cooler: return "adiabatic cooler";
    case StepCause::chiller: return "chiller";
    case StepCause::mixing: return "mixing";
    case StepCause::wet_pads: return "wet pads";
    case StepCause::return_air: return "return air";
    case StepCause::coil: return "coil";
    case StepCause::exchanger: return "CDU";
    case StepCause::assumed_supply: return "assumed";
    case StepCause::recirculation: return "recirculation";
    case StepCause::local_air: return "air at the rack";
    case StepCause::coolant_flow: return "coolant flow";
    case StepCause::heat_sink: return "heat sink";
    case StepCause::cold_plate: break;
    }
    return "cold plate";
}

std::string_view name_of(CoolingMedium medium) { return medium == CoolingMedium::air ? "air" : "liquid"; }

void describe(figures::Builder<CascadeStep>& f) {
    using namespace figures;
    using S = CascadeStep;
    f.choice("station", &S::station, "station", "on the way from the weather to the chip",
             all_up_to(Station::chip), names_item);
    f.number("value_c", &S::value, celsius, "temperature", "there", less);
    f.number("step_k", &S::step, kelvins, "step", "from the station before; of the first: 0", less);
    f.choice("by", &S::cause, "by", "what makes the step", all_up_to(StepCause::cold_plate));
    f.number("limit_c", &S::limit, celsius, "limit", "of the temperature there",
             Absent{"none is known here"});
    f.number(
        "margin_k", [](const S& s) { return s.margin(); }, kelvins, "margin", "to the limit", more,
        Absent{"no limit is known here"});
}

void describe(figures::Builder<Cascade>& f) {
    using namespace figures;
    f.text("rack", &Cascade::rack, "rack", "its id", names_item);
    f.choice("medium", &Cascade::medium, "medium", "that takes the heat",
             one_of({CoolingMedium::air, CoolingMedium::liquid}));
    f.list("stations", &Cascade::steps, "stations", "from the weather to the chip");
}

} // namespace roofrack
