// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <array>

namespace roofrack {

double FacilityInputs::unracked_cooled() const {
    double share = 0;
    for (const SharedCapacity& cooler : air_coolers) share += cooler.unracked;
    return share;
}

std::array<HeatStream, 3> ClockInputs::streams(double air, double liquid) const {
    const double doors = air * door_share, sidecars = liquid * sidecar_share;
    const double fans = std::max(air_transport, least_air_transport);
    return {{{Watts(air - doors + sidecars), air_water,
              Watts((air - doors) * fans + sidecars * (liquid_transport + fans)), HeatPath::hall_air},
             {Watts(doors), door_water, Watts(doors * air_transport)},
             {Watts(liquid - sidecars), liquid_water, Watts((liquid - sidecars) * liquid_transport)}}};
}

double ClockInputs::chiller_share(double air, double liquid) const {
    if (fixed_pue || air + liquid <= 0) return 0;
    double taken = 0;
    for (const HeatStream& stream : streams(air, liquid))
        taken += stream.heat.si() * plant.chiller_share(stream.water, stream.way);
    return taken / (air + liquid);
}

Overhead ClockInputs::overhead_of(double air, double liquid, double above) const {
    const double it = air + liquid;
    if (fixed_pue) {
        Overhead out;
        out.other = Watts(it * (std::max(1.0, *fixed_pue) - 1));
        return out;
    }
    // What is fed by the drawn supply: racks, and what stands in none but near a unit.
    const double supplied = std::max(0.0, it - unracked_power) + above;
    Watts ups{};
    if (chain.has_losses(SupplyChain::Side::it))
        ups = Watts(chain.losses(SupplyChain::Side::it, supplied, 0, unracked_power));
    Overhead out = overhead(plant, Watts(it), Watts(design_it), streams(air, liquid), Watts(above), ups,
                            undrawn_share(SupplyChain::Side::it, it, above));
    if (it > 0 && chain.has_losses(SupplyChain::Side::site)) {
        const Watts typical = out.transformer;
        out.transformer = {};
        const Watts beside = out.total() - out.drawn_ups; // the drawn losses are the chain's own
        out.drawn_transformer =
            Watts(chain.losses(SupplyChain::Side::site, supplied,
                               beside.si() + (1 - unracked_fed) * unracked_power, unracked_power));
        out.transformer = out.drawn_transformer + undrawn_share(SupplyChain::Side::site, it, above) * typical;
    }
    return out;
}

double ClockInputs::undrawn_share(SupplyChain::Side side, double it, double above) const {
    const SupplyChain::Passing& passing = chain.passing(side);
    const double all = it + above;
    if (all <= 0) return 1;
    // Cooling, and what stands in no rack, branch off at drawn transformers.
    const double beside = side == SupplyChain::Side::site && passing.racks > 0 ? 1 : passing.unracked;
    const double passed =
        passing.racks * (std::max(0.0, it - unracked_power) + above) + beside * unracked_power;
    const double left = 1 - passed / all;
    return left > 1e-9 ? left : 0;
}

double ClockInputs::facility_power(double air, double liquid, double above) const {
    return air + liquid + above + overhead_of(air, liquid, above).total().si();
}

StepLoad ClockInputs::step_load(const DutyCycle& duty) const {
    DutyCycle filled = duty;
    filled.filler = filler;
    return {filled, defaults->power, meter_window};
}

WindowShares ClockInputs::window_shares(const DutyCycle& duty) const {
    DutyCycle filled = duty;
    filled.filler = filler;
    return roofrack::window_shares(filled, defaults->power, meter_window);
}

LoadWave ClockInputs::least_wave(const DutyCycle& duty) const {
    DutyCycle phases; // the shares of all paces stay where they are
    phases.communication = duty.communication;
    phases.step = duty.step;
    phases.filler = filler;
    if (duty.compute_by_pace.empty()) return {phases, duty.compute, defaults->power};
    LoadWave least(phases, duty.compute_by_pace.front(), defaults->power);
    for (const double compute : duty.compute_by_pace)
        if (const LoadWave wave(phases, compute, defaults->power); wave.mean() < least.mean()) least = wave;
    return least;
}

double ClockInputs::plant_limit_at(double drawings) const {
    return supply_growth == SupplyGrowth::none ? plant_limit / drawings : plant_limit;
}

double ClockInputs::site_limit_at(double drawings) const {
    return supply_growth == SupplyGrowth::all ? site_limit : site_limit / drawings;
}

} // namespace roofrack
