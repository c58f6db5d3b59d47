// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/quantity.h"

namespace roofrack {

/// Outside air on its way through a hall: over wet pads where it is too warm, past a coil that trims what is
/// left, through the servers, out. Where it is too cold, air that comes back is mixed in.
struct OutsideAir {
    Celsius dry, wet; ///< outdoors
    Celsius supply;   ///< wanted at the servers
    Kelvins rise{};   ///< rise of the air in the servers; > 0
    double altitude_m = 0;
    double effectiveness = 0; ///< effectiveness of the pads: 0 to 1

    /// After pads that are all wet: T − ε·(T − T_wb) (EnergyPlus engineering reference, direct evaporative
    /// cooler; the wet bulb stays).
    Celsius coolest() const;
    /// After pads that are wetted as far as the supply asks for.
    Celsius after_pads() const;
    /// Share of the hall's heat that the coil takes, 0 to 1: what it takes off the air over what the servers
    /// put into it. Air that is drier than saturated at the supply gives up heat alone, cp·(T − T_s); damper
    /// air drips, h(T_wb) − h_s(T_s). Where that is more than the servers' own heat, the dampers close and
    /// the coil takes that.
    double trimmed_share() const;
    /// Dew point of what the servers breathe.
    Celsius dew_point() const;
    /// L of water that pads evaporate a kWh of heat: (T − T_pads)/ΔT of it is latent. Nothing while the
    /// dampers are closed. With what is drained against salts, as of towers.
    double water_per_kwh(const Defaults::Plant& constants) const;
};

/// L of water for so many kWh of latent heat, with what is drained against salts: ·3600/2430·CoC/(CoC − 1),
/// by a latent heat of 2430 kJ/kg.
double evaporated_litres(double latent, const Defaults::Plant& constants);

} // namespace roofrack
