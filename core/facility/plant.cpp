// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/plant.h"

#include <algorithm>
#include <array>

#include "core/facility/air.h"
#include "core/facility/supply/supply_chain.h"

namespace roofrack {

namespace {

bool on_tower(PlantKind kind) {
    using enum PlantKind;
    return kind == waterside_economiser || kind == water_cooled_chiller || kind == tower_only ||
           kind == midsize_water_cooled_chiller || kind == midsize_waterside_economiser;
}

/// A constant of midsize sites; the catalogue's, so that a changed one counts.
double midsize_figure(const Defaults& defaults, std::string_view key) {
    const Constant* figure = defaults.figure(key);
    return figure ? figure->value : 0;
}

} // namespace

bool Plant::economises() const {
    using enum PlantKind;
    return kind != water_cooled_chiller && kind != air_cooled_chiller && kind != midsize_air_cooled_chiller &&
           kind != midsize_water_cooled_chiller;
}

bool Plant::evaporates() const { return on_tower(kind); }

bool Plant::is_midsize() const {
    using enum PlantKind;
    return kind == midsize_air_cooled_chiller || kind == midsize_water_cooled_chiller ||
           kind == midsize_waterside_economiser;
}

PlantConstants Plant::constants() const {
    PlantConstants out{defaults->plant, defaults->power.ups, defaults->power.transformer, {}, 0, false};
    if (kind == PlantKind::airside_economiser) out.air_transport = out.outside_air_transport;
    if (!is_midsize()) return out;
    const auto figure = [this](std::string_view key) { return midsize_figure(*defaults, key); };
    out.margin = figure("midsize.margin");
    out.lighting = figure("midsize.lighting");
    out.pumps = figure("midsize.pumps");
    out.chiller_carnot_share = figure("midsize.chiller_carnot_share");
    out.chiller_least_lift = Kelvins(
        figure(on_tower(kind) ? "midsize.chiller_least_lift.water" : "midsize.chiller_least_lift.air"));
    out.ups = {figure("midsize.ups_loss.constant"), figure("midsize.ups_loss.linear"),
               figure("midsize.ups_loss.square")};
    out.transformer = {figure("midsize.transformer_loss.constant"), figure("midsize.transformer_loss.linear"),
                       figure("midsize.transformer_loss.square")};
    out.chilled_water = Celsius(figure("midsize.chilled_water"));
    out.air_transport = figure("midsize.air_transport");
    out.cools_overheads = true;
    return out;
}

Celsius Plant::made_water(Celsius target) const {
    if (!is_midsize()) return target;
    return std::min(target, constants().chilled_water.value_or(target));
}

Celsius Plant::free_water() const {
    const Defaults::Plant& c = defaults->plant;
    if (on_tower(kind)) return wet_bulb + c.tower;
    const bool sprayed = kind == PlantKind::adiabatic_dry_cooler || kind == PlantKind::airside_economiser;
    return dry_bulb + (sprayed ? c.adiabatic : c.dry);
}

OutsideAir Plant::outside_air(Celsius target) const {
    return {dry_bulb,
            std::min(wet_bulb, dry_bulb),
            target + defaults->cooling.coil_approach,
            hall_rise > Kelvins(0) ? hall_rise : defaults->plant.loop_rise,
            altitude_m,
            defaults->plant.evaporative_effectiveness};
}

double Plant::chiller_share(Celsius target, HeatPath way) const {
    if (!has_chiller()) return 0;
    if (blows_out(way)) return outside_air(target).trimmed_share();
    if (!economises()) return 1;
    return std::clamp((free_water() - made_water(target)) / defaults->plant.loop_rise, 0.0, 1.0);
}

double Plant::chiller_power_per_heat(Celsius target, double part_load, HeatPath way) const {
    const double share = chiller_share(target, way);
    if (share <= 0) return 0;
    const bool air_cooled = !on_tower(kind);
    const PlantConstants c = constants();
    const double cop =
        chiller_cop(made_water(target), air_cooled ? dry_bulb : wet_bulb + c.tower, air_cooled, c);
    const double x = std::clamp(part_load, c.chiller_least_load, 1.0);
    return share / cop * chiller_part_load(x, c) / x;
}

double chiller_cop(Celsius chilled_water, Celsius condenser_side, bool air_cooled, const Defaults::Plant& c) {
    constexpr double absolute_zero = 273.15;
    const double evaporator = chilled_water.degrees() - c.chiller_evaporator.si() + absolute_zero;
    const double condenser =
        condenser_side.degrees() + (air_cooled ? c.condenser_air : c.condenser_water).si() + absolute_zero;
    return c.chiller_carnot_share * evaporator / std::max(c.chiller_least_lift.si(), condenser - evaporator);
}

double chiller_part_load(double x, const Defaults::Plant& c) {
    return c.chiller_part_load[0] + c.chiller_part_load[1] * x + c.chiller_part_load[2] * x * x;
}

double evaporated_water(double pue, const Defaults::Plant& c) {
    return evaporated_litres(c.latent_share * pue, c);
}

Overhead overhead(const Plant& plant, Watts it, Watts design_it, std::span<const HeatStream> streams,
                  Watts above, Watts drawn_ups, double undrawn) {
    Overhead out;
    if (it <= Watts(0)) return out;
    const PlantConstants c = plant.constants();
    const Watts rating = std::max(design_it, it) * c.margin;
    const double load = it / rating;
    Watts all{};
    Watts heat{};      // into facility water
    Watts condensed{}; // taken by chillers from air that is blown out, with their own power
    Watts chillers_of_water{};
    for (const HeatStream& stream : streams) {
        all += stream.heat;
        out.transport += stream.transport;
        const Watts chiller = stream.heat * plant.chiller_power_per_heat(stream.water, load, stream.way);
        out.chiller += chiller;
        if (plant.blows_out(stream.way)) {
            condensed += stream.heat * plant.chiller_share(stream.water, stream.way) + chiller;
            continue;
        }
        heat += stream.heat;
        chillers_of_water += chiller;
    }
    const double by_water = all > Watts(0) ? heat / all : 1;
    out.drawn_ups = drawn_ups;
    out.ups = drawn_ups + undrawn * conversion_loss(c.ups, it + above, rating);
    out.other = c.lighting * std::max(design_it, it);
    if (c.cools_overheads && heat > Watts(0)) {
        const double more = (heat + out.transport + out.ups + out.other) / heat;
        out.chiller *= more;
        chillers_of_water = out.chiller; // no midsize site blows air out
        heat *= more;
    }
    const double fans = plant.evaporates() ? c.tower_fans : c.dry_fans;
    out.pumps = c.pumps * heat;
    out.rejection = fans * condensed;
    if (by_water > 0) {
        const Watts coolers = rating * by_water; // heat for which the coolers of the water loops are sized
        const double flow = std::min(1.0, (heat + chillers_of_water) / coolers);
        out.rejection += fans * coolers * (c.fan_floor + fan_power(1 - c.fan_floor, flow));
    }
    out.transformer = conversion_loss(c.transformer, it + above + out.total(), rating * c.transformer_margin);
    return out;
}

double water_use(const Plant& plant, double pue, std::span<const HeatStream> streams) {
    const Defaults::Plant& c = plant.defaults->plant;
    if (plant.kind == PlantKind::airside_economiser) {
        const double sprayed = c.wue_adiabatic / c.wue_tower * evaporated_water(pue, c);
        Watts all{};
        double water = 0;
        for (const HeatStream& stream : streams) {
            all += stream.heat;
            water +=
                stream.heat.si() *
                (plant.blows_out(stream.way) ? plant.outside_air(stream.water).water_per_kwh(c) : sprayed);
        }
        return all > Watts(0) ? water / all.si() : 0;
    }
    if (plant.evaporates()) return evaporated_water(pue, c);
    if (plant.kind == PlantKind::adiabatic_dry_cooler)
        return c.wue_adiabatic / c.wue_tower * evaporated_water(pue, c);
    return 0;
}

} // namespace roofrack
