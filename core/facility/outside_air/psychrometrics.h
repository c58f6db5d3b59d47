// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

namespace roofrack {

/// Pressure of saturated vapour over water, Pa: 611.2·exp(17.62·T/(243.12 + T)), −45 to 60 °C (WMO-No. 8,
/// 2018, annex 4.B).
double saturated_vapour(Celsius at);

/// Pressure of the air, Pa: 101325·(1 − 2.25577e−5·z)^5.25588 (ICAO standard atmosphere, below 11 km).
double air_pressure(double altitude_m);

/// Wet bulb of air of this vapour pressure in Pa: the root of e = e_s(T_w) − 6.53e−4·(1 + 0.000944·T_w)·p·(T
/// − T_w), the ventilated psychrometer of WMO-No. 8, annex 4.B, to 0.001 K. Never above `dry`; vapour beyond
/// saturation counts as saturated.
Celsius wet_bulb_of(Celsius dry, double vapour, double altitude_m = 0);

/// Pressure of the vapour in air of that wet bulb, Pa: the same equation the other way round; 0 at least.
double vapour_of(Celsius dry, Celsius wet, double altitude_m = 0);

/// Temperature at which vapour of that pressure condenses: the inverse of saturated_vapour().
Celsius dew_point_of(double vapour);

/// Heat capacity of air with its vapour, J a K and kg of dry air (ASHRAE Handbook of Fundamentals,
/// psychrometrics: 1006, of vapour 1860, at a hundredth of it).
inline constexpr double moist_heat_capacity = 1006 + 0.01 * 1860;

/// Enthalpy of saturated air, J a kg of dry air: 1006·T + w·(2.501e6 + 1860·T), w = 0.622·e/(p − e) (ASHRAE
/// Handbook of Fundamentals, psychrometrics). Air of one wet bulb has about one enthalpy.
double saturated_enthalpy(Celsius at, double altitude_m = 0);

/// Wet bulb at a relative humidity of 0 to 1.
Celsius wet_bulb_at(Celsius dry, double humidity, double altitude_m = 0);

} // namespace roofrack
