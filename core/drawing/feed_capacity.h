// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/model/part.h"
#include "core/base/units/quantity.h"

#include <optional>

namespace roofrack {

/// Volt-amperes that a feed carries without end: S = √3·V_LL·I·k for three phases, V·I·k for one; k is the
/// continuous share of the breaker.
double continuous_volt_amperes(double volts, double amperes, int phases = 3,
                               double continuous_share = Defaults::built_in().power.continuous_share);

/// Continuous power of a feed part: apparent_power·power_factor, or from voltage and current. No value when
/// neither is known.
std::optional<Watts> feed_capacity(const Part& feed,
                                   const Defaults::Power& constants = Defaults::built_in().power);

} // namespace roofrack
