// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/critical_power.h"

namespace roofrack {

Watts critical_power(const PowerState& power) {
    Watts critical = power.unracked_power;
    for (const RackState& rack : power.racks) critical += rack.count * rack.peak;
    return critical;
}

double share_to_house(const PowerState& power, const Capital& capital) {
    if (capital.housed.empty() || power.racks.empty()) return 1;
    Watts all{}, out{};
    for (const RackState& rack : power.racks) {
        all += rack.count * rack.peak;
        out += rack.count * capital.share_to_house(rack.id) * rack.peak;
    }
    return all > Watts(0) ? out / all : 0;
}

Watts power_to_house(const PowerState& power, const Capital& capital, Deployment deployment) {
    const Watts all = critical_power(power);
    return deployment == Deployment::hyperscale_build ? all : all * share_to_house(power, capital);
}

} // namespace roofrack
