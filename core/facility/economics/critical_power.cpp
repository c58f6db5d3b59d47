// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/critical_power.h"

namespace roofrack {

Watts critical_power(const PowerState& power) {
    Watts critical = power.elsewhere;
    for (const RackState& rack : power.racks) critical += rack.count * rack.peak;
    return critical;
}

} // namespace roofrack
