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

/// What its feeds give one instance of a rack, W.
class FedPower {
public:
    /// One element of feeds, each of `unit` W, that gives the rack `given` W in all.
    void add(double unit, double given);
    double whole() const { return m_whole; }
    /// What is left when one feed of the element that gives it the most by one feed is lost. Infinite where
    /// the capacity of a feed is not known.
    double after_worst_failure() const;

private:
    double m_whole = 0;
    double m_largest = 0; ///< the most that one feed gives
};

} // namespace roofrack
