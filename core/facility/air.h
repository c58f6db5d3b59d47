// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

inline constexpr double air_heat_capacity = 1006;            ///< J/(kg·K), dry air
inline constexpr double cubic_feet_per_minute = 0.000471947; ///< m³/s

/// kg/m³ at 25 °C: 1.184 at sea level, thinning with a scale height of 8.5 km.
inline double air_density(double altitude_m) { return 1.184 * std::exp(-altitude_m / 8500); }

/// Density ÷ that at sea level.
inline double relative_air_density(double altitude_m) { return air_density(altitude_m) / air_density(0); }

/// Resistance of a heat sink in thin air: that of its metal stays, that of the film between fins and air
/// grows as the density^−exponent, since fans move volume and not mass.
inline double thin_air_resistance(double altitude_m, double film_share, double film_exponent) {
    return 1 - film_share + film_share * std::pow(relative_air_density(altitude_m), -film_exponent);
}

/// The inlet allowed at an altitude: 1 K less each `step_m` above `from_m` (ASHRAE TC 9.9).
inline Celsius allowed_inlet(Celsius at_sea_level, double altitude_m, double from_m, double step_m) {
    return at_sea_level - Kelvins(std::max(0.0, altitude_m - from_m) / step_m);
}

/// The upper end of air temperatures and rises: every server is off long before it.
inline constexpr double hottest_air = 100; ///< °C, K

/// ΔT = P/(ρ·cp·V̇), no more than `hottest_air`; `flow` in m³/s.
inline Kelvins air_temperature_rise(Watts heat, double flow, double altitude_m = 0) {
    return Kelvins(std::min(hottest_air, heat.si() / (air_density(altitude_m) * air_heat_capacity * flow)));
}

/// Share of the hot exhaust that comes back to the inlet when `supply_ratio` = supplied ÷ demanded air.
/// `leak` is the share that slips past blanking panels and containment even when the air suffices.
inline double recirculated_share(double supply_ratio, double leak) {
    return std::clamp(1 - supply_ratio, leak, 0.95);
}

/// T_in = T_sup + φ·ΔT/(1 − φ): the steady state of a share φ of exhaust air mixed into the supply, no more
/// than `hottest_air`.
inline Celsius inlet_temperature(Celsius supply, Kelvins rise, double recirculated) {
    const Celsius mixed = supply + Kelvins(recirculated / (1 - recirculated) * rise.si());
    return std::max(supply, std::min(mixed, Celsius(hottest_air)));
}

/// Heat that a rear-door exchanger takes: Q = ε·C_min·(T_exhaust − T_water), never more than its rating.
inline Watts rear_door_heat(double effectiveness, double capacity_rate, Celsius exhaust, Celsius water,
                            Watts rating) {
    return std::clamp(Watts(effectiveness * capacity_rate * (exhaust - water).si()), Watts(0), rating);
}

/// Fan power at a share of its flow: the cube law. In the unit of what it draws at full flow.
inline double fan_power(double at_full_flow, double flow_share) {
    return at_full_flow * flow_share * flow_share * flow_share;
}

} // namespace roofrack
