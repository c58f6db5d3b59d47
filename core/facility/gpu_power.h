// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/quantity.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

/// A GPU's power against its clock: P(s, u) = P0 + D·g(s)·u with g(s) = s·max(s, s_k)^m, s = clock relative
/// to uncapped, u = utilisation. Above the knee s_k the voltage falls with the clock (P ∝ f·V²), below it the
/// voltage is at its floor and P ∝ f. Fitted to the power-cap sweeps of ml-energy/zeus (V100: P0 10 W, 272 W,
/// s_k 0.88, m 2.5, rms speed error 6.4 % over 245 points; A40: 75 W, s_k 0.86, m 3.0, 8.6 % over 196). No
/// sweep of Hopper or Blackwell was found: the defaults s_k 0.87, m 2.5 are extrapolated from Volta and
/// Ampere.
struct GpuPowerLaw {
    double idle = 0;       ///< P0, W
    double dynamic = 0;    ///< D = uncapped − P0, W
    double knee = 0.87;    ///< s_k
    double exponent = 2.5; ///< m

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

/// Utilisation of the phases of a step (facility.md section 1, from memory: compute 0.95–1.0, exposed
/// communication 0.35–0.5; the middle of each range). Utilisation is not MFU.
inline constexpr double compute_utilisation = 0.975;
inline constexpr double communication_utilisation = 0.425;

/// Growth of leakage with temperature, 1/K (from memory).
inline constexpr double leakage_per_kelvin = 0.012;

/// Idle power at junction temperature `junction`: P0·exp(β(T − T_idle)), T_idle being where `idle` was
/// measured.
inline double idle_at(double idle, Celsius idle_temperature, Celsius junction) {
    return idle * std::exp(leakage_per_kelvin * (junction - idle_temperature).si());
}

} // namespace roofrack
