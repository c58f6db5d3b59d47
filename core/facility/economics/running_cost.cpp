// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/running_cost.h"

#include <cmath>

#include "core/base/units/common_units.h"
#include "core/facility/power_state.h"

namespace roofrack {

bool RunningCost::has_price() const { return std::isfinite(per_hour.si()) && per_hour > Dollars(0); }

RunningCost running_cost(const Facility& facility, const DutyCycle& duty, double gpus, double drawn,
                         const Site& site, const Capital& capital, const Defaults& defaults) {
    const PowerState power = alike_state(facility, duty, gpus / drawn);
    return {Dollars(cost_parts_per_hour(gpus, site, power, capital, defaults).total()), power.run_facility};
}

double dollars_per_million(Dollars per_hour, double rate) {
    return per_hour.si() / seconds_an_hour / rate * 1e6;
}

} // namespace roofrack
