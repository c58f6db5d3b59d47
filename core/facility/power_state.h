// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility_inputs.h"

#include <span>

namespace roofrack {

/// Power in W of all that runs at once: the racks of the lots at their clocks, and what stands in no rack.
struct RackTotals {
    double air = 0, liquid = 0; ///< means over the step, by the way their heat leaves
    double top = 0;             ///< top of the compute phase above the mean
    double it() const { return air + liquid; }
};

/// `speeds`: clock of each slot; none is faster than `ceiling`.
RackTotals totals_of(const ClockInputs& in, const RackSets& lots, std::span<const double> speeds,
                     double ceiling, const StepLoad& load);

/// Writes the clocks of the slots under every limit, in the order of ThrottleCause, of so many drawings.
/// `throttle_causes`: what holds each class; may be empty.
void solve_clocks(const ClockInputs& in, const RackSets& lots, const StepLoad& load, double drawings,
                  std::span<double> speeds, std::span<ThrottleCause> throttle_causes);

/// Power, temperatures and clocks under the duty cycle where these lots work, of so many drawings.
PowerState power_state(const FacilityInputs& in, const RackSets& lots, const DutyCycle& duty,
                       double drawings);

/// Facility::state_of() where racks that are alike stand as one, `count` of all and with the first one's
/// name: with thousands of racks its sums take a thousandth of the time.
PowerState alike_state(const Facility& facility, const DutyCycle& duty, double drawings);

} // namespace roofrack
