// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <array>

namespace roofrack {

double FacilityInputs::facility_power(double air, double liquid) const {
    const double it = air + liquid;
    if (fixed_pue) return it * std::max(1.0, *fixed_pue);
    const std::array<HeatStream, 2> streams{{
        {Watts(air), air_water, Watts(air * air_transport)},
        {Watts(liquid), liquid_water, Watts(liquid * liquid_transport)},
    }};
    return it + overhead(plant, Watts(it), Watts(design_it), streams).total().si();
}

} // namespace roofrack
