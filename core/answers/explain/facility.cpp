// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/facility.h"

#include "core/answers/explain/rack_power.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/outside_air/psychrometrics.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* power_source =
    "power, air, liquid and plant model; sources at each figure of the catalogue";

ExplanationPtr it_figure(const Inputs& in) {
    return in.other("it_power", in.evaluation().power.it.si(), "W");
}

/// What the site draws beside the IT load (overhead() in core/facility/plant.cpp).
class Overheads {
public:
    explicit Overheads(const Inputs& in)
        : m_in(in)
        , m_inputs(in.impl().facility->inputs())
        , m_plant(m_inputs.plant)
        , m_blown(m_plant.blows_out(HeatPath::hall_air))
        , m_it(it_figure(in))
        , m_air(heat(true))
        , m_liquid(heat(false))
        , m_room(m_air)
        , m_loops(m_liquid) {
        if (m_inputs.door_share > 0)
            m_doors =
                calculated("heat into rear doors", "W",
                           Term(m_air) * drawn("door_share", "share that doors take", m_inputs.door_share));
        ExplanationPtr sidecars;
        if (m_inputs.sidecar_share > 0)
            sidecars = calculated("liquid's heat into the room", "W",
                                  Term(m_liquid) * drawn("sidecar_share", "share of liquid-to-air units",
                                                         m_inputs.sidecar_share));
        if (m_doors || sidecars) {
            Term room = m_air;
            if (m_doors) room = room - Term(m_doors);
            if (sidecars) room = room + Term(sidecars);
            m_room = calculated("heat of the halls' air", "W", room);
        }
        if (sidecars) m_loops = calculated("heat of the loops", "W", Term(m_liquid) - Term(sidecars));
        const Term design =
            largest({drawn("design_it", "IT load at full clock", m_inputs.design_it, "W"), m_it});
        m_design = calculated("design IT load", "W", design);
        m_rating = calculated("rating of the plant", "W",
                              Term(m_design) * constant("margin", "margin of the plant"));
        m_load = calculated("load share of the plant", "", Term(m_it) / m_rating);
    }

    ExplanationPtr total() const {
        const ExplanationPtr fans = calculated("air and coolant transport", "W", moved());
        const Overhead& found = m_in.evaluation().power.overhead;
        const ExplanationPtr ups =
            calculated("UPS", "W",
                       supply_loss(SupplyChain::Side::it, "losses of the drawn supply", found.drawn_ups,
                                   [&] { return loss("ups_loss", m_it, m_rating); }));
        const ExplanationPtr other =
            calculated("lighting and controls", "W", constant("lighting", "lighting share") * m_design);
        Term heat = Term(m_air) + m_liquid;
        Term cooled = Term(m_room) * chiller_per_heat("air", m_inputs.air_water) +
                      Term(m_loops) * chiller_per_heat("liquid", m_inputs.liquid_water);
        if (m_doors) cooled = cooled + Term(m_doors) * chiller_per_heat("doors", m_inputs.door_water);
        if (m_plant.constants().cools_overheads) {
            const ExplanationPtr rooms = calculated("heat in the rooms", "W", heat + fans + ups + other);
            cooled = cooled * (Term(rooms) / heat);
            heat = Term(rooms);
        }
        const ExplanationPtr chiller = calculated("chiller", "W", cooled);
        if (m_blown) {
            const auto [pumps, rejected] = around_blown_air(chiller);
            return summed(fans, pumps, chiller, rejected, ups, other, found);
        }
        const ExplanationPtr pumps =
            calculated("facility pumps", "W", constant("pumps", "pumps per watt of heat") * heat);
        const ExplanationPtr flow =
            calculated("flow share", "", smallest({1.0, (heat + chiller) / m_rating}));
        const Term design = on_tower() ? constant("fans.tower", "tower fans per watt of heat")
                                       : constant("fans.dry", "dry-cooler fans per watt of heat");
        const Term least = constant("fan_floor", "fans at no flow");
        const ExplanationPtr rejected = calculated(
            "heat rejection", "W", design * m_rating * (least + (1.0 - least) * Term(flow) * flow * flow));
        return summed(fans, pumps, chiller, rejected, ups, other, found);
    }

private:
    /// All of it, with what transformers lose of it.
    ExplanationPtr summed(const ExplanationPtr& fans, const ExplanationPtr& pumps,
                          const ExplanationPtr& chiller, const ExplanationPtr& rejected,
                          const ExplanationPtr& ups, const ExplanationPtr& other,
                          const Overhead& found) const {
        const ExplanationPtr before = calculated(
            "load of the transformers", "W", Term(m_it) + fans + pumps + chiller + rejected + ups + other);
        const auto by_rating = [&] {
            return loss(
                "transformer_loss", before,
                calculated("rating of the transformers", "W",
                           Term(m_rating) * constant("transformer_margin", "margin of the transformers")));
        };
        const ExplanationPtr transformer =
            calculated("transformers", "W",
                       supply_loss(SupplyChain::Side::site, "losses of the drawn transformers",
                                   found.drawn_transformer, by_rating));
        return calculated("overhead", "W", sum_of({fans, pumps, chiller, rejected, ups, transformer, other}),
                          power_source);
    }

    /// Drawn units lose by their own curves; a typical one stands for what passes none.
    template<class Typical>
    Term supply_loss(SupplyChain::Side side, const char* what, Watts lost, Typical typical) const {
        if (!m_inputs.chain.has_losses(side)) return typical();
        const bool is_it = side == SupplyChain::Side::it;
        const Term own = drawn(is_it ? "ups_loss" : "transformer_loss", what, lost.si(), "W");
        const double rest = m_inputs.undrawn_share(side, it_watts());
        if (rest <= 0) return own;
        return own + drawn(is_it ? "undrawn_ups" : "undrawn_transformers",
                           is_it ? "share of the load on no drawn UPS" : "share on no drawn transformer",
                           rest) *
                         Term(typical());
    }
    double it_watts() const { return m_in.evaluation().power.it.si(); }

    /// Fans and pumps between the racks and what takes their heat (FacilityInputs::streams).
    Term moved() const {
        const Term pumped = transport("liquid", "coolant pumps per watt of heat", m_inputs.liquid_transport);
        const auto by_units = [&] {
            return Term(transport("air", "fans per watt of heat", m_inputs.air_transport));
        };
        const Term fans = m_inputs.least_air_transport <= m_inputs.air_transport ? by_units()
                          : m_blown
                              ? constant("outside_air_transport", "fans of outside air per watt of heat")
                              : constant("air_transport", "fans of one speed per watt of heat");
        Term out = Term(m_room) * fans + Term(m_liquid) * pumped;
        if (m_doors) out = out + Term(m_doors) * by_units();
        return out;
    }

    /// Facility pumps and heat rejection of a site that blows its halls' air out.
    std::pair<ExplanationPtr, ExplanationPtr> around_blown_air(const ExplanationPtr& chiller) const {
        const Term all = Term(m_air) + m_liquid;
        Term heat = m_loops, chillers = Term(m_loops) * chiller_per_heat("liquid", m_inputs.liquid_water);
        if (m_doors) {
            heat = heat + m_doors;
            chillers = chillers + Term(m_doors) * chiller_per_heat("doors", m_inputs.door_water);
        }
        const ExplanationPtr water = calculated("heat into facility water", "W", heat);
        const ExplanationPtr pumps =
            calculated("facility pumps", "W", constant("pumps", "pumps per watt of heat") * water);
        const Term fans = constant("fans.dry", "dry-cooler fans per watt of heat");
        Term rejected =
            fans * (Term(m_room) * trimmed("air", m_inputs.air_water) + (Term(chiller) - chillers));
        if (water->value > 0) {
            const ExplanationPtr coolers =
                calculated("rating of the dry coolers", "W", Term(m_rating) * water / all);
            const ExplanationPtr flow =
                calculated("flow share", "", smallest({1.0, (Term(water) + chillers) / coolers}));
            const Term least = constant("fan_floor", "fans at no flow");
            rejected = rejected + fans * coolers * (least + (1.0 - least) * Term(flow) * flow * flow);
        }
        return {pumps, calculated("heat rejection", "W", rejected)};
    }

    /// The share of a stream's blown-out heat that a chiller takes (OutsideAir::trimmed_share).
    ExplanationPtr trimmed(const std::string& stream, Celsius target) const {
        const Site& site = m_in.impl().scenario.site;
        const OutsideAir air = m_plant.outside_air(target);
        const Term dry = m_in.site("dry_bulb", site.dry_bulb.degrees(), "°C"),
                   wet = smallest({m_in.site("wet_bulb", site.wet_bulb.degrees(), "°C"), dry});
        const Term supply =
            m_in.drawn("facility", stream + "_water", "water wanted, " + stream, target.degrees(), "°C") +
            m_in.constant("cooling.coil_approach", "approach of the coils");
        const Term pads =
            calculated("after wet pads", "°C",
                       dry - constant("evaporative_effectiveness", "effectiveness of the pads") * (dry - wet),
                       "EnergyPlus engineering reference: direct evaporative cooler");
        const Term warm = calculated("air before the coil", "°C", smallest({dry, largest({supply, pads})}));
        if (air.after_pads() <= air.supply)
            return noted(recorded("share of the heat", 0, "", clamped(warm - supply, 0.0, 0.0)),
                         "outside air takes it all");
        const auto enthalpy = [&](const char* key, const char* name, Celsius at) {
            return Term(m_in.drawn("facility", key, name, saturated_enthalpy(at, air.altitude_m), "J/kg"));
        };
        const Term sensible = Term(moist_heat_capacity) * (warm - supply),
                   moist = enthalpy("outside_enthalpy", "enthalpy of the outside air", air.wet) -
                           enthalpy("supply_enthalpy", "saturated at the supply", air.supply);
        const Term rise =
            m_inputs.plant.hall_rise > Kelvins(0)
                ? Term(m_in.drawn("facility", "hall_rise", "rise of the halls' air", air.rise.si(), "K"))
                : constant("loop_rise", "rise of the loop");
        return recorded("share of the heat", air.trimmed_share(), "",
                        smallest({1.0, largest({sensible, moist}) / (Term(moist_heat_capacity) * rise)}));
    }

    /// A constant of the plant; that of midsize sites where they have their own (Plant::constants).
    Term constant(std::string_view key, std::string name) const {
        return m_in.constant(path_of(key, "plant"), std::move(name));
    }
    std::string path_of(std::string_view key, std::string_view group) const {
        std::string own = fmt::format("midsize.{}", key);
        if (m_plant.is_midsize() && m_in.impl().defaults->figure(own)) return own;
        return fmt::format("{}.{}", group, key);
    }
    Term drawn(const char* key, const char* name, double value, const char* unit = "") const {
        return m_in.drawn("facility", key, name, value, unit);
    }

    /// The transport of the drawn coolers, or the constant where none prints its own.
    Term transport(std::string_view stream, std::string name, double value) const {
        const std::string key = fmt::format("cooling.transport.{}", stream);
        if (const Constant* constant = m_in.impl().defaults->figure(key);
            constant && constant->value == value)
            return m_in.constant(key, std::move(name));
        return m_in.drawn("facility", fmt::format("{}_transport", stream), std::move(name), value);
    }

    ExplanationPtr heat(bool air) const {
        std::vector<Term> terms;
        for (const RackState& rack : m_in.evaluation().power.racks) {
            const double each = air ? rack.heat_to_air.si() : rack.heat_to_liquid.si();
            if (each > 0)
                terms.push_back(Term(m_in.drawn(rack.id, "count", "racks of " + rack.id, rack.count)) *
                                rack_heat_node(m_in, rack, air));
        }
        if (air && m_inputs.unracked_power > 0)
            terms.emplace_back(drawn("elsewhere", "power outside the racks", m_inputs.unracked_power, "W"));
        return calculated(air ? "heat to air" : "heat to liquid", "W", sum_of(std::move(terms)));
    }

    /// conversion_loss() with the constants under `key`; a transformer has no linear loss.
    Term loss(std::string_view key, const ExplanationPtr& load, const ExplanationPtr& rating) const {
        const Term x = calculated("load share", "", Term(load) / rating);
        const auto path = [&](std::string_view of) {
            return path_of(fmt::format("{}.{}", key, of), "power");
        };
        const auto part = [&](std::string_view of) {
            return Term(m_in.constant(path(of), fmt::format("{} loss", of)));
        };
        Term share = part("constant");
        if (m_in.impl().defaults->figure(path("linear"))) share = std::move(share) + part("linear") * x;
        return Term(rating) * (std::move(share) + part("square") * x * x);
    }

    bool on_tower() const { return m_plant.evaporates(); }
    std::string_view least_lift() const {
        if (!m_plant.is_midsize()) return "chiller_least_lift";
        return on_tower() ? "chiller_least_lift.water" : "chiller_least_lift.air";
    }

    /// Electric power of the chiller per watt of heat (Plant::chiller_power_per_heat).
    ExplanationPtr chiller_per_heat(const std::string& stream, Celsius target) const {
        const Site& site = m_in.impl().scenario.site;
        const Term wet = m_in.site("wet_bulb", site.wet_bulb.degrees(), "°C"),
                   dry = m_in.site("dry_bulb", site.dry_bulb.degrees(), "°C");
        const std::string name = "chiller per watt, " + stream;
        Term wanted =
            m_in.drawn("facility", stream + "_water", "water wanted, " + stream, target.degrees(), "°C");
        if (m_plant.is_midsize())
            wanted = Term(calculated("water made", "°C",
                                     smallest({wanted, constant("chilled_water", "water of all seasons")})));
        if (!m_plant.has_chiller()) return noted(calculated(name, "", 0.0), "no chiller");
        const Term tower = constant("approach.tower", "approach of the tower");
        Term share = 1.0;
        if (m_plant.economises()) {
            const bool adiabatic = m_plant.kind == PlantKind::adiabatic_dry_cooler || m_blown;
            const Term free = on_tower()  ? wet + tower
                              : adiabatic ? dry + constant("approach.adiabatic", "approach of the cooler")
                                          : dry + constant("approach.dry", "approach of the cooler");
            share = clamped((free - wanted) / constant("loop_rise", "rise of the loop"), 0.0, 1.0);
        }
        const bool blown = m_blown && stream == "air";
        const ExplanationPtr taken =
            blown ? trimmed(stream, target)
                  : recorded("share of the heat", m_plant.chiller_share(target), "", share);
        if (taken->value <= 0)
            return noted(calculated(name, "", Term(taken) * 0.0), "the economiser takes it all");
        const ExplanationPtr evaporator =
            calculated("evaporator", "K",
                       wanted - constant("chiller_evaporator", "evaporator under the water") + 273.15);
        const ExplanationPtr condenser = calculated(
            "condenser", "K",
            (on_tower() ? wet + tower + constant("chiller_condenser.water", "condenser over the water")
                        : dry + constant("chiller_condenser.air", "condenser over the air")) +
                273.15);
        const ExplanationPtr cop =
            calculated("COP", "",
                       constant("chiller_carnot_share", "share of Carnot") * evaporator /
                           largest({constant(least_lift(), "least lift"), Term(condenser) - evaporator}));
        const ExplanationPtr x = calculated(
            "part load", "", clamped(m_load, constant("chiller_least_load", "least part load"), 1.0));
        const auto coefficient = [&](int i) {
            return constant(fmt::format("chiller_part_load.{}", i), fmt::format("coefficient {}", i));
        };
        const ExplanationPtr part =
            calculated("share of full electric power", "",
                       coefficient(0) + coefficient(1) * x + coefficient(2) * Term(x) * x);
        return calculated(name, "", Term(taken) / cop * part / x);
    }

    const Inputs& m_in;
    const FacilityInputs& m_inputs;
    const Plant& m_plant;
    bool m_blown; ///< the halls' air leaves
    ExplanationPtr m_it, m_air, m_liquid, m_design, m_rating, m_load;
    ExplanationPtr m_room, m_doors, m_loops; ///< heat by its ways; no doors: null
};

ExplanationPtr pue_of(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    const Site& site = in.impl().scenario.site;
    if (site.pue) return recorded("pue", power.pue, "", largest({1.0, in.site("pue", *site.pue)}));
    if (power.it <= Watts(0)) return recorded("pue", power.pue, "", 1.0);
    return recorded("pue", power.pue, "", 1.0 + Term(Overheads(in).total()) / it_figure(in), power_source);
}

/// A power over the wall clock: `running` while steps run, less while the job stands still or starts again.
ExplanationPtr over_the_run(const Inputs& in, const char* name, Watts over, const char* running_name,
                            Watts running) {
    const Term steady = in.other(running_name, running.si(), "W");
    const double working = in.state().duty.working;
    if (working >= 1) return recorded(name, over.si(), "W", steady);
    const Term share = in.found("run", "working", "share of the time in which steps run, repeated ones too",
                                working),
               still =
                   in.found("facility", std::string("standing_") + running_name, "while the job stands still",
                            (over.si() - working * running.si()) / (1 - working), "W");
    return recorded(name, over.si(), "W", steady * share + still * (1.0 - share));
}

} // namespace

ExplanationPtr run_it_power_node(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    return over_the_run(in, "run_it_power", power.run_it, "it_power", power.it);
}

ExplanationPtr run_power_node(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    return over_the_run(in, "run_power", power.run_facility, "power", power.facility);
}

ExplanationPtr it_power_node(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    std::vector<Term> terms;
    for (const RackState& rack : power.racks)
        terms.push_back(Term(in.drawn(rack.id, "count", "racks of " + rack.id, rack.count)) *
                        rack_power_node(in, rack));
    if (power.unracked_power > Watts(0))
        terms.emplace_back(
            in.drawn("facility", "elsewhere", "power outside the racks", power.unracked_power.si(), "W"));
    return recorded("it_power", power.it.si(), "W", sum_of(std::move(terms)));
}

ExplanationPtr pue_node(const Inputs& in) { return pue_of(in); }

ExplanationPtr power_node(const Inputs& in) {
    return recorded("power", in.evaluation().power.facility.si(), "W",
                    Term(renamed(it_power_node(in), "IT power")) * pue_of(in), power_source);
}

} // namespace roofrack
