// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "catalog/part.h"
#include "units/quantity.h"

#include <optional>

namespace roofrack {

/// Volt-amperes that a feed carries without end: S = √3·V_LL·I·k for three phases, V·I·k for one; k = 0.8 is
/// the continuous share of the breaker that NEC 210.20/215.3 allows.
double continuous_volt_amperes(double volts, double amperes, int phases = 3, double continuous_share = 0.8);

/// Power factor of server supplies under load: NVIDIA's 32.7 kW of a 34.5 kVA feed (facility.md section 2,
/// inferred).
inline constexpr double default_power_factor = 0.95;

/// Continuous power of a feed part: apparent_power·power_factor, or from voltage and current. No value when
/// neither is known.
std::optional<Watts> feed_capacity(const Part& feed);

/// Load on each of the feeds that are left when one of `feeds` fails. Infinite when none is left.
Watts load_after_one_failure(Watts load, double feeds);

/// Loss of a UPS or a transformer of rating P_r at load share x: P_r·(a0 + a1·x + a2·x²).
struct ConversionLoss {
    double constant = 0, linear = 0, square = 0; ///< a0, a1, a2
    Watts loss(Watts load, Watts rating) const;
    double efficiency(double load_share) const;
};

/// Double-conversion UPS: 97.4 % from half to full load, inside the 0.90–0.99 of AI sites (LBNL 2024); the
/// split is judgement.
inline constexpr ConversionLoss ups_loss{0.006, 0.008, 0.012};
/// Transformer: 98.6 % at full load, no-load loss 0.2 % (from memory: 0.98–0.99).
inline constexpr ConversionLoss transformer_loss{0.002, 0, 0.012};

} // namespace roofrack
