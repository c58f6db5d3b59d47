// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"
#include "core/facility/facility.h"

namespace roofrack {

/// IT power of the compute phase, all racks at once: space and circuits are bought for it.
Watts critical_power(const PowerState& power);

/// The power that needs a building: all that stands in no owned room (Capital::housed). A hyperscale build
/// stands elsewhere: no room that is owned houses any of it.
Watts power_to_house(const PowerState& power, const Capital& capital, Deployment deployment);

} // namespace roofrack
