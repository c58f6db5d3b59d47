// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

/// A coolant's volumetric heat capacity.
struct Coolant {
    double density = 0;       ///< kg/m³
    double heat_capacity = 0; ///< J/(kg·K)
};
inline constexpr Coolant plain_water{992, 4180};
inline constexpr Coolant propylene_glycol_25{1022.5,
                                             3920}; ///< PG25 at 40 °C, the usual fill of cold-plate loops

/// V̇ = Q/(ρ·cp·ΔT) in m³/s.
inline double coolant_flow(Watts heat, Kelvins rise, Coolant coolant = plain_water) {
    return heat.si() / (coolant.density * coolant.heat_capacity * rise.si());
}
/// ΔT = Q/(ρ·cp·V̇); `flow` in m³/s.
inline Kelvins coolant_rise(Watts heat, double flow, Coolant coolant = plain_water) {
    return Kelvins(heat.si() / (coolant.density * coolant.heat_capacity * flow));
}

/// Pressure drop of a loop away from a known point: Δp = Δp_0·(V̇/V̇_0)^1.9, within 2.6 % of Lenovo LP2357
/// table 27.
inline double pressure_drop(double reference_drop, double reference_flow, double flow) {
    return reference_drop * std::pow(flow / reference_flow, 1.9);
}

/// Electric power of a pump: Δp·V̇/η in W.
inline Watts pump_power(double drop_pa, double flow, double efficiency) {
    return Watts(drop_pa * flow / efficiency);
}

/// Secondary supply of a coolant distribution unit: T_tcs = T_fws + A·(Q/Q_r), A the approach at its rating.
inline Celsius cdu_supply(Celsius facility_water, Kelvins approach, Watts heat, Watts rating) {
    return facility_water + approach * (heat / rating);
}
/// Heat that a unit takes at a wanted secondary supply: Q_r·min(1, (T_target − T_fws)/A).
inline Watts cdu_usable(Watts rating, Kelvins approach, Celsius target, Celsius facility_water) {
    return rating * std::clamp((target - facility_water) / approach, 0.0, 1.0);
}

/// Junction of a cold plate: T_j = T_sup + Q/(2·ṁ·cp) + R_th·P: the mean coolant, then the plate
/// (`resistance` in K/W).
inline Celsius junction_temperature(Celsius supply, Kelvins loop_rise, double resistance, Watts chip) {
    return supply + loop_rise / 2 + Kelvins(resistance * chip.si());
}

} // namespace roofrack
