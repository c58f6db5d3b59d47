// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/quantity.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

/// A GPU's power against its clock: P(s, u) = P0 + D·g(s)·u with g(s) = s·max(s, s_k)^m, s = clock relative
/// to uncapped, u = utilisation. Above the knee s_k the voltage falls with the clock (P ∝ f·V²), below it the
/// voltage is at its floor and P ∝ f. Fitted to the power-cap sweeps of ml-energy/zeus (V100: P0 10 W, 272 W,
/// s_k 0.88, m 2.5, rms speed error 6.4 % over 245 points; A40: 75 W, s_k 0.86, m 3.0, 8.6 % over 196). No
/// sweep of Hopper or Blackwell was found: s_k and m of all parts are extrapolated from Volta and Ampere.
struct GpuPowerLaw {
    double idle = 0;                                       ///< P0, W
    double dynamic = 0;                                    ///< D = uncapped − P0, W
    double knee = Defaults::built_in().power.knee;         ///< s_k
    double exponent = Defaults::built_in().power.exponent; ///< m
    double leakage = Defaults::built_in().power.leakage;   ///< growth of the idle power, 1/K

    /// g(s).
    double shape(double speed) const {
        return speed >= 1 ? 1 : speed * std::pow(std::max(speed, knee), exponent);
    }

    Watts power(double speed, double utilisation) const {
        return Watts(idle + dynamic * shape(speed) * utilisation);
    }

    /// The clock that a power budget leaves, 0…1: with G = (P − P0)/(D·u), s = G^(1/(1+m)) above the knee,
    /// G/s_k^m below.
    double speed_at(Watts budget, double utilisation) const {
        if (dynamic * utilisation <= 0) return budget.si() >= idle ? 1 : 0;
        const double g = (budget.si() - idle) / (dynamic * utilisation);
        if (g >= 1) return 1;
        if (g <= 0) return 0;
        const double at_floor = g / std::pow(knee, exponent); // the speed if it lies below the knee
        return at_floor <= knee ? at_floor : std::pow(g, 1 / (1 + exponent));
    }
};

/// Idle power at junction temperature `junction`: P0·exp(β(T − T_idle)), T_idle being where the law's idle
/// power was measured.
inline double idle_at(const GpuPowerLaw& law, Celsius idle_temperature, Celsius junction) {
    return law.idle * std::exp(law.leakage * (junction - idle_temperature).si());
}

} // namespace roofrack
