// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

namespace roofrack {

/// The load of synchronous training seen by the grid: a square wave of height `amplitude` (n·(P_compute −
/// P_communication)), period `step` and compute duty `duty`. Grids limit its frequencies, its range and its
/// ramp: Choukse et al., arXiv:2508.14318.
struct LoadSwing {
    Watts amplitude{};
    Seconds step{};
    double duty = 0.5;

    /// Amplitude of harmonic k at k/step: a_k = (2ΔP/kπ)·|sin(kπd)|.
    Watts harmonic(int k) const;
    /// Root of the summed squares of the harmonics between the two frequencies (0.1–20 Hz is where grids
    /// resonate).
    Watts band(Hertz low, Hertz high) const;
};

} // namespace roofrack
