// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <array>

namespace roofrack {

double FacilityInputs::facility_power(double air, double liquid) const {
    const double it = air + liquid;
    if (fixed_pue) return it * std::max(1.0, *fixed_pue);
    const std::array<HeatStream, 2> streams{{
        {Watts(air), air_water, Watts(air * std::max(air_transport, least_air_transport))},
        {Watts(liquid), liquid_water, Watts(liquid * liquid_transport)},
    }};
    return it + overhead(plant, Watts(it), Watts(design_it), streams).total().si();
}

double FacilityInputs::plant_limit_at(double drawings) const {
    return supply_growth == SupplyGrowth::none ? plant_limit / drawings : plant_limit;
}

double FacilityInputs::site_limit_at(double drawings) const {
    return supply_growth == SupplyGrowth::all ? site_limit : site_limit / drawings;
}

} // namespace roofrack
