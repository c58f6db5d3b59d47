// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/plant_kind.h"
#include "core/base/units/quantity.h"
#include "core/facility/outside_air/outside_air.h"

#include <optional>
#include <span>
#include <string_view>

namespace roofrack {

/// The way by which heat reaches the plant, which carries it away from the coolers.
enum class HeatPath {
    water,   ///< coils, doors and coolant units: facility water
    hall_air ///< air of the halls, which an air-side economiser blows out
};

/// Constants of a plant: those of large sites, or those of midsize sites ("midsize.…").
struct PlantConstants : Defaults::Plant {
    Defaults::Loss ups, transformer;
    /// The water that the halls want, whatever their air supply is; none: that of the coolers.
    std::optional<Celsius> chilled_water;
    double air_transport = 0;     ///< fans at least, W a watt of heat to air
    bool cools_overheads = false; ///< fans, supplies and lights stand in the cooled rooms
};

/// A plant in its weather.
struct Plant {
    PlantKind kind = PlantKind::waterside_economiser;
    Celsius wet_bulb = Defaults::built_in().site.wet_bulb, dry_bulb = Defaults::built_in().site.dry_bulb;
    const Defaults* defaults = &Defaults::built_in();
    Kelvins hall_rise{}; ///< by how much servers warm the air of the halls; 0: as much as loops warm the
                         ///< water (loop_rise)
    double altitude_m = 0;

    bool has_chiller() const { return kind != PlantKind::tower_only && kind != PlantKind::dry_cooler_only; }
    bool economises() const;
    bool evaporates() const;
    /// Built as midsize sites are: packaged chillers whose condensers are held warm, chilled water for all
    /// seasons, fans at one speed, two UPS, each loaded below its half. LBNL 2024 gives such sites a PUE of
    /// 1.38 to 1.83, and large ones 1.12.
    bool is_midsize() const;
    PlantConstants constants() const;
    /// Heat that goes this way leaves with outside air, not by water. The loops of such a site are cooled as
    /// by adiabatic dry coolers.
    bool blows_out(HeatPath way) const {
        return kind == PlantKind::airside_economiser && way == HeatPath::hall_air;
    }
    /// For a site that blows out the air of its halls, whose coils want `target`.
    OutsideAir outside_air(Celsius target) const;
    /// The temperatures of the weather that the plant follows.
    bool asks_wet_bulb() const { return evaporates() || kind == PlantKind::airside_economiser; }
    bool asks_dry_bulb() const { return !evaporates(); }
    /// The water that is made for coolers which want `target`.
    Celsius made_water(Celsius target) const;

    /// Facility water without a chiller: the approach of a tower over the wet bulb, of a dry or adiabatic
    /// cooler over the dry bulb.
    Celsius free_water() const;
    /// Share of a loop's heat that the chiller must take to supply `target`: the economiser cools the return
    /// (`target` + `loop_rise`) down to its own supply first. For air that is blown out it is
    /// OutsideAir::trimmed_share().
    double chiller_share(Celsius target, HeatPath way = HeatPath::water) const;
    /// Electric power of the chiller per watt of heat at part load x of 0…1: share(x)/(x·COP), where share(x)
    /// is chiller_part_load(), the curve that EnergyPlus calls EIRFPLR.
    double chiller_power_per_heat(Celsius target, double part_load, HeatPath way = HeatPath::water) const;
};

/// Chiller: COP = η_c·T_e/(T_c − T_e), the evaporator under the water it supplies, the condenser over the
/// water or the air that cools it.
double chiller_cop(Celsius chilled_water, Celsius condenser_side, bool air_cooled = false,
                   const Defaults::Plant& constants = Defaults::built_in().plant);
/// Share of full electric power at load share x: a + b·x + c·x².
double chiller_part_load(double load_share, const Defaults::Plant& constants = Defaults::built_in().plant);

/// Water evaporated: WUE = evaporated_litres(latent_share·PUE) in L per kWh of IT.
/// PUE 1.133 gives 1.95 against LBNL's 1.96 for liquid-cooled IT with a waterside economiser.
double evaporated_water(double pue, const Defaults::Plant& constants = Defaults::built_in().plant);

/// A stream of heat and the facility water that it wants.
struct HeatStream {
    Watts heat{};
    Celsius water{20}; ///< facility-water supply wanted
    Watts transport{}; ///< fans and pumps between the rack and the facility water
    HeatPath way = HeatPath::water;
};

/// The power of the site beside the IT load, in W.
struct Overhead {
    Watts transport{}, pumps{}, chiller{}, rejection{}, ups{}, transformer{}, other{};
    Watts drawn_ups{}, drawn_transformer{}; ///< parts of `ups` and `transformer`: of units that are drawn
    Watts total() const { return transport + pumps + chiller + rejection + ups + transformer + other; }
    Watts cooling() const { return transport + pumps + chiller + rejection; }
    Overhead operator*(double times) const {
        return {transport * times,   pumps * times, chiller * times,   rejection * times,        ups * times,
                transformer * times, other * times, drawn_ups * times, drawn_transformer * times};
    }
};

/// Overhead of `it` with its heat in `streams`. `design_it` sizes UPS, transformer and plant (× margin).
/// Facility pumps take a share of the heat that goes into facility water. Fans of towers and dry coolers take
/// a share of that heat at design; below it their power follows the cube law down to a floor. Heat that is
/// blown out needs neither pumps nor these fans, but for the part that a chiller takes of it: the fans of
/// that chiller's condenser run while it does. Lighting and controls take a share of the design load. UPS and
/// transformer also carry what the IT load draws `above` its mean for a while. `drawn_ups`: the loss of drawn
/// ones; a typical one stands for the `undrawn` share of the load.
Overhead overhead(const Plant& plant, Watts it, Watts design_it, std::span<const HeatStream> streams,
                  Watts above = {}, Watts drawn_ups = {}, double undrawn = 1);

/// WUE of the plant in L per kWh of IT: evaporated_water for towers, a share of it (LBNL's medians) for
/// adiabatic coolers, nothing for dry ones. Heat that is blown out takes what the pads take
/// (OutsideAir::water_per_kwh); the rest goes by adiabatic coolers. `streams`: all heat of the IT.
double water_use(const Plant& plant, double pue, std::span<const HeatStream> streams = {});

} // namespace roofrack
