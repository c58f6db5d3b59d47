// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <array>

namespace roofrack {

Overhead FacilityInputs::overhead_of(double air, double liquid, double above) const {
    const double it = air + liquid;
    if (fixed_pue) {
        Overhead out;
        out.other = Watts(it * (std::max(1.0, *fixed_pue) - 1));
        return out;
    }
    const std::array<HeatStream, 2> streams{{
        {Watts(air), air_water, Watts(air * std::max(air_transport, least_air_transport))},
        {Watts(liquid), liquid_water, Watts(liquid * liquid_transport)},
    }};
    const double supplied = std::max(0.0, it - elsewhere) + above; // what hangs on the drawn supply
    std::optional<Watts> ups;
    if (chain.has_losses(SupplyChain::Side::it))
        ups = Watts(chain.losses(SupplyChain::Side::it, supplied, 0));
    Overhead out = overhead(plant, Watts(it), Watts(design_it), streams, Watts(above), ups);
    if (it > 0 && chain.has_losses(SupplyChain::Side::site)) {
        out.transformer = {};
        const Watts beside = out.total() - ups.value_or(Watts(0)); // the drawn losses are the chain's own
        out.transformer = Watts(chain.losses(SupplyChain::Side::site, supplied, beside.si() + elsewhere));
    }
    return out;
}

double FacilityInputs::facility_power(double air, double liquid, double above) const {
    return air + liquid + above + overhead_of(air, liquid, above).total().si();
}

StepLoad FacilityInputs::step_load(const DutyCycle& duty) const {
    StepLoad load(duty, defaults->power);
    load.meter = LoadWave(duty, defaults->power).share_over(meter_window);
    return load;
}

double FacilityInputs::plant_limit_at(double drawings) const {
    return supply_growth == SupplyGrowth::none ? plant_limit / drawings : plant_limit;
}

double FacilityInputs::site_limit_at(double drawings) const {
    return supply_growth == SupplyGrowth::all ? site_limit : site_limit / drawings;
}

} // namespace roofrack
