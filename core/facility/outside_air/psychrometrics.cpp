// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/outside_air/psychrometrics.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

double psychrometer(double dry, double wet, double pressure) {
    return saturated_vapour(Celsius(wet)) - 6.53e-4 * (1 + 0.000944 * wet) * pressure * (dry - wet);
}

} // namespace

double saturated_vapour(Celsius at) {
    const double t = at.degrees();
    return 611.2 * std::exp(17.62 * t / (243.12 + t));
}

double air_pressure(double altitude_m) {
    return 101325 * std::pow(1 - 2.25577e-5 * std::clamp(altitude_m, -1000.0, 11000.0), 5.25588);
}

Celsius wet_bulb_of(Celsius dry, double vapour, double altitude_m) {
    const double t = dry.degrees();
    const auto vapour_at = [&](double wet) { // rises with the wet bulb
        return psychrometer(t, wet, air_pressure(altitude_m));
    };
    double low = t - 60, high = t;
    if (vapour >= vapour_at(high)) return dry;
    while (high - low > 1e-3) {
        const double middle = (low + high) / 2;
        (vapour_at(middle) < vapour ? low : high) = middle;
    }
    return Celsius((low + high) / 2);
}

double vapour_of(Celsius dry, Celsius wet, double altitude_m) {
    return std::max(0.0, psychrometer(dry.degrees(), wet.degrees(), air_pressure(altitude_m)));
}

Celsius dew_point_of(double vapour) {
    const double x = std::log(std::max(1e-3, vapour) / 611.2);
    return Celsius(243.12 * x / (17.62 - x));
}

double saturated_enthalpy(Celsius at, double altitude_m) {
    const double vapour = saturated_vapour(at), t = at.degrees();
    const double moisture = 0.622 * vapour / (air_pressure(altitude_m) - vapour);
    return 1006 * t + moisture * (2.501e6 + 1860 * t);
}

Celsius wet_bulb_at(Celsius dry, double humidity, double altitude_m) {
    return wet_bulb_of(dry, std::clamp(humidity, 0.0, 1.0) * saturated_vapour(dry), altitude_m);
}

} // namespace roofrack
