// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/economics.h"

namespace roofrack {

/// What GPUs at work cost and draw: all that is drawn, in proportion to them. The one place that every figure
/// of $ and energy over GPU counts comes from: scaling study, doublings, batch plane.
struct RunningCost {
    Dollars per_hour{}; ///< not finite, or 0: no price is known
    Watts facility{};   ///< at the meter, mean over the wall clock
    bool has_price() const;
};

/// The cost of `gpus` at this duty cycle where `drawn` are drawn.
RunningCost running_cost(const Facility& facility, const DutyCycle& duty, double gpus, double drawn,
                         const Site& site, const Capital& capital, const Defaults& defaults);

/// $ per million tokens (samples) at a rate in 1/s.
double dollars_per_million(Dollars per_hour, double rate);

} // namespace roofrack
