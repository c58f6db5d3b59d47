// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/critical_power.h"

namespace roofrack {

Watts critical_power(const PowerState& power) {
    Watts critical = power.unracked_power;
    for (const RackState& rack : power.racks) critical += rack.count * rack.peak;
    return critical;
}

Watts power_to_house(const PowerState& power, const Capital& capital, Deployment deployment) {
    if (capital.housed.empty() || deployment == Deployment::hyperscale_build) return critical_power(power);
    Watts out{};
    for (const RackState& rack : power.racks)
        if (!capital.housed.contains(rack.id)) out += rack.count * rack.peak;
    return out > Watts(0) || power.racks.empty() ? out + power.unracked_power : Watts(0);
}

} // namespace roofrack
