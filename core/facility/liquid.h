// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

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

} // namespace roofrack
