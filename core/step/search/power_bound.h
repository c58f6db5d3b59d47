// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"

#include <vector>

namespace roofrack {

/// A bound is a sum in another order than what it bounds: × this it holds.
inline constexpr double rounding = 1 - 1e-12;

/// Least power of the whole facility under a duty cycle, without solving it. Power rises with the mean
/// utilisation where the clocks do not answer to it, so that a table of some utilisations bounds all others
/// from below; where they do, only the drawing at its lowest clock is a bound.
class PowerBound {
public:
    /// `facility` must outlive it.
    PowerBound(const Facility& facility, double gpus, bool clocks_fixed);

    /// W. Tight to the step of the table.
    double at_least(const DutyCycle& duty) const;
    /// W, of the form a + b·u with the mean utilisation u: for a plan whose step is at least T and works at
    /// least u·T, power × step is at least this × T.
    double line(const DutyCycle& duty) const;

private:
    const Facility& m_facility;
    std::vector<double> m_table;
    double m_slope = 0;
};

} // namespace roofrack
