// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/quantity.h"

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

/// Wet bulb at a relative humidity of 0 to 1.
Celsius wet_bulb_at(Celsius dry, double humidity, double altitude_m = 0);

} // namespace roofrack
