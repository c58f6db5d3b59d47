// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/limit_scaling.h"

#include <algorithm>

namespace roofrack {

namespace {

void cool(RackModel& rack, double kelvin) {
    if (rack.inlet) *rack.inlet -= kelvin;
    if (rack.coolant) *rack.coolant -= kelvin;
    for (ServerModel& server : rack.servers) {
        server.base -= kelvin;
        server.inlet_excess -= kelvin;
    }
}

void scale_limit(RackModel& rack, ThrottleCause limit, ResourceScale scale) {
    const double more = factor_of(scale);
    switch (limit) {
    case ThrottleCause::power_cap:
        for (ServerModel& server : rack.servers) server.cap *= more;
        break;
    case ThrottleCause::thermal:
    case ThrottleCause::inlet: cool(rack, kelvin_of(scale)); break;
    case ThrottleCause::feed: rack.power_limit *= more; break;
    case ThrottleCause::cooling:
        rack.air_limit *= more;
        rack.liquid_limit *= more;
        rack.heat_limit *= more;
        break;
    case ThrottleCause::plant:
    case ThrottleCause::site:
    case ThrottleCause::none: break;
    }
}

} // namespace

bool is_limited(const ClockInputs& inputs, ThrottleCause limit) {
    const auto any_rack = [&](auto&& is_held) {
        return std::ranges::any_of(inputs.classes.classes,
                                   [&](const RackClass& alike) { return is_held(alike.model); });
    };
    switch (limit) {
    case ThrottleCause::power_cap:
    case ThrottleCause::thermal:
    case ThrottleCause::inlet: return true;
    case ThrottleCause::feed:
        return any_rack([](const RackModel& rack) { return rack.power_limit < no_limit; });
    case ThrottleCause::cooling:
        return any_rack([](const RackModel& rack) {
            return std::min({rack.air_limit, rack.liquid_limit, rack.heat_limit}) < no_limit;
        });
    case ThrottleCause::plant: return inputs.plant_limit < no_limit;
    case ThrottleCause::site: return inputs.site_limit < no_limit;
    case ThrottleCause::none: break;
    }
    return false;
}

void scale_limit(FacilityInputs& inputs, ThrottleCause limit, ResourceScale scale) {
    for (RackModel& rack : inputs.racks) scale_limit(rack, limit, scale);
    for (RackClass& alike : inputs.classes.classes) scale_limit(alike.model, limit, scale);
    if (limit == ThrottleCause::plant) inputs.plant_limit *= factor_of(scale);
    if (limit == ThrottleCause::site) inputs.site_limit *= factor_of(scale);
}

} // namespace roofrack
