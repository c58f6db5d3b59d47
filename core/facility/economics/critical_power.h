// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"
#include "core/facility/facility.h"

namespace roofrack {

/// IT power of the compute phase, all racks at once: space and circuits are bought for it.
Watts critical_power(const PowerState& power);

/// The share of the racks' power that stands in no space which is there already; 1 where there are none.
double share_to_house(const PowerState& power, const Capital& capital);

/// The power that needs a building: all that stands in no space which is there already (Capital::housed), and
/// what draws outside racks in proportion. A hyperscale build stands elsewhere: no space that is there
/// already houses any of it.
Watts power_to_house(const PowerState& power, const Capital& capital, Deployment deployment);

} // namespace roofrack
