// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"

namespace roofrack {

/// IT power of the compute phase, all racks at once: space and circuits are bought for it.
Watts critical_power(const PowerState& power);

} // namespace roofrack
