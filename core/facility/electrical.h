// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/quantity.h"

#include <optional>

namespace roofrack {

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
