// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/part.h"
#include "core/units/quantity.h"

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

} // namespace roofrack
