// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/outside_air/outside_air.h"

#include "core/base/units/common_units.h"
#include "core/facility/outside_air/psychrometrics.h"

#include <algorithm>

namespace roofrack {

Celsius OutsideAir::coolest() const { return dry - std::max(Kelvins(0), dry - wet) * effectiveness; }

Celsius OutsideAir::after_pads() const { return std::min(dry, std::max(supply, coolest())); }

double OutsideAir::trimmed_share() const {
    const Celsius air = after_pads();
    if (air <= supply) return 0;
    const double sensible = moist_heat_capacity * (air - supply).si(),
                 moist = saturated_enthalpy(wet, altitude_m) - saturated_enthalpy(supply, altitude_m);
    return std::min(1.0, std::max(sensible, moist) / (moist_heat_capacity * rise.si()));
}

Celsius OutsideAir::dew_point() const {
    return std::min(dew_point_of(vapour_of(after_pads(), wet, altitude_m)), supply);
}

double OutsideAir::water_per_kwh(const Defaults::Plant& c) const {
    if (trimmed_share() >= 1) return 0;
    const double latent = (dry - after_pads()) / rise;
    return evaporated_litres(latent, c);
}

double evaporated_litres(double latent, const Defaults::Plant& c) {
    constexpr double latent_heat = 2430;                           // kJ/kg, of water at some 30 °C
    constexpr double kilowatt_hour = joules_a_kilowatt_hour / 1e3; // kJ
    return latent * kilowatt_hour / latent_heat * c.water_cycles / (c.water_cycles - 1);
}

} // namespace roofrack
