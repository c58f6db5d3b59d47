// SPDX-License-Identifier: GPL-3.0-or-later
#include "facility/facility.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "facility/facility_inputs.h"

namespace roofrack {

namespace {

/// What runs at once: all racks at their clocks.
struct Totals {
    double air = 0, liquid = 0;
    double it() const { return air + liquid; }
};

Totals totals(const FacilityInputs& in, std::span<const double> speeds, double ceiling, const StepLoad& load,
              std::span<const double> busy) {
    Totals all{in.elsewhere, 0};
    for (const RackModel& rack : in.racks) {
        const RackModel::Sum sum = rack.sum(speeds, ceiling, load, busy);
        all.air += rack.count * sum.air;
        all.liquid += rack.count * sum.liquid;
    }
    return all;
}

/// Clocks under every limit, in the order of facility.md section 4. `clips`: of each rack; may be empty.
void solve(const FacilityInputs& in, const StepLoad& load, std::span<const double> busy,
           std::span<double> speeds, std::span<Clip> clips) {
    for (size_t i = 0; i < in.racks.size(); ++i) {
        const Clip clip = in.racks[i].solve(speeds, load);
        if (!clips.empty()) clips[i] = clip;
    }
    const auto hold_all = [&](double ceiling, Clip clip) {
        for (size_t i = 0; i < in.racks.size(); ++i) {
            const RackModel& rack = in.racks[i];
            double fastest = 0;
            for (const ServerModel& server : rack.servers)
                if (server.group >= 0) fastest = std::max(fastest, speeds[static_cast<size_t>(server.group)]);
            if (fastest <= ceiling) continue;
            rack.hold(speeds, ceiling);
            if (!clips.empty() && rack.slowest(speeds) >= ceiling) clips[i] = clip;
        }
    };
    if (in.plant_limit < no_limit) {
        const auto excess = [&](double x) { return totals(in, speeds, x, load, busy).it() - in.plant_limit; };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(lowest_speed, above, excess), Clip::plant);
    }
    if (in.site_limit < no_limit) {
        const auto excess = [&](double x) {
            const Totals all = totals(in, speeds, x, load, busy);
            return in.facility_power(all.air, all.liquid) - in.site_limit;
        };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(lowest_speed, above, excess), Clip::site);
    }
}

RackState rack_state(const RackModel& rack, const RackModel::Sum& sum, std::span<const double> speeds,
                     Clip clip) {
    RackState state;
    state.id = rack.id;
    state.count = rack.count;
    state.power = Watts(sum.mean);
    state.peak = Watts(sum.peak);
    state.heat_to_air = Watts(sum.air);
    state.heat_to_liquid = Watts(sum.liquid);
    if (rack.power_limit < no_limit) state.limit = Watts(rack.power_limit);
    const double air_share = rack.air_fraction(sum);
    double cooling = rack.heat_limit;
    if (air_share > 0) cooling = std::min(cooling, rack.air_limit / air_share);
    if (air_share < 1) cooling = std::min(cooling, rack.liquid_limit / (1 - air_share));
    if (cooling < no_limit) state.cooling_limit = Watts(cooling);
    const auto celsius = [](std::optional<double> degrees) {
        return degrees ? std::optional(Celsius(*degrees)) : std::nullopt;
    };
    state.inlet = celsius(rack.inlet);
    state.inlet_limit = celsius(rack.inlet_limit);
    state.coolant = celsius(rack.coolant);
    for (const ServerModel& server : rack.servers) {
        state.gpus += server.per_rack * server.gpus;
        if (server.gpus <= 0) continue;
        const Celsius limit(server.limit);
        state.chip_limit = state.chip_limit ? std::min(*state.chip_limit, limit) : limit;
    }
    if (state.gpus > 0) state.chip = Celsius(sum.junction);
    state.speed = rack.slowest(speeds);
    state.clip = clip;
    return state;
}

/// Share of each group's GPUs that have work: the first ones in drawn order.
std::vector<double> busy_shares(const FacilityInputs& in, double active_gpus) {
    std::vector<double> busy(in.group_gpus.size(), 0.0);
    for (size_t g = 0; g < busy.size(); ++g) {
        if (in.group_gpus[g] > 0) busy[g] = std::clamp(active_gpus / in.group_gpus[g], 0.0, 1.0);
        active_gpus -= in.group_gpus[g];
    }
    return busy;
}

} // namespace

std::string_view name_of(Clip clip) {
    switch (clip) {
    case Clip::none: break;
    case Clip::power_cap: return "power_cap";
    case Clip::thermal: return "thermal";
    case Clip::feed: return "feed";
    case Clip::cooling: return "cooling";
    case Clip::plant: return "plant";
    case Clip::site: return "site";
    }
    return "none";
}

double FacilityInputs::facility_power(double air, double liquid) const {
    const double it = air + liquid;
    if (fixed_pue) return it * std::max(1.0, *fixed_pue);
    const std::array<HeatStream, 2> streams{{
        {Watts(air), air_water, Watts(air * air_transport)},
        {Watts(liquid), liquid_water, Watts(liquid * liquid_transport)},
    }};
    return it + overhead(plant, Watts(it), Watts(design_it), streams).total().si();
}

PowerState Facility::state(const DutyCycle& duty, double active_gpus) const {
    const FacilityInputs& in = *m_inputs;
    const StepLoad load = StepLoad::from(duty);
    const std::vector<double> busy = busy_shares(in, active_gpus);
    std::vector<double> speeds(in.group_gpus.size(), 1.0);
    std::vector<Clip> clips(in.racks.size(), Clip::none);
    solve(in, load, busy, speeds, clips);

    PowerState out;
    double air = in.elsewhere, liquid = 0, computing = in.elsewhere;
    out.racks.reserve(in.racks.size());
    for (size_t i = 0; i < in.racks.size(); ++i) {
        const RackModel& rack = in.racks[i];
        const RackModel::Sum sum = rack.sum(speeds, 1, load, busy);
        air += rack.count * sum.air;
        liquid += rack.count * sum.liquid;
        computing += rack.count * sum.computing;
        out.swing += Watts(rack.count * sum.swing);
        out.racks.push_back(rack_state(rack, sum, speeds, clips[i]));
    }
    out.it = Watts(air + liquid);
    out.facility = Watts(in.facility_power(air, liquid));
    out.pue = out.it > Watts(0) ? out.facility / out.it : 1;
    out.tue = computing > 0 ? out.facility.si() / computing : 1;
    out.wue = water_use(in.plant, out.pue);
    out.network = Watts(in.network);
    out.storage = Watts(in.storage);
    out.elsewhere = Watts(in.elsewhere);
    return out;
}

void Facility::speeds(const DutyCycle& duty, std::vector<double>& speeds) const {
    speeds.assign(m_inputs->group_gpus.size(), 1.0);
    solve(*m_inputs, StepLoad::from(duty), {}, speeds, {});
}

std::vector<double> Facility::fixed_speeds() const {
    const FacilityInputs& in = *m_inputs;
    DutyCycle all;
    all.compute = 1;
    const StepLoad load = StepLoad::from(all);
    std::vector<double> speeds(in.group_gpus.size(), 1.0);
    for (const RackModel& rack : in.racks) {
        const Clip clip = rack.solve(speeds, load);
        if (clip == Clip::feed || clip == Clip::cooling) return {};
    }
    const Totals sum = totals(in, speeds, 1, load, {});
    if (sum.it() > in.plant_limit || in.facility_power(sum.air, sum.liquid) > in.site_limit) return {};
    // The step-time loop would not tell such speeds from 1.
    if (std::ranges::all_of(speeds, [](double speed) { return std::abs(speed - 1) < 1e-9; }))
        std::ranges::fill(speeds, 1.0);
    return speeds;
}

Watts Facility::least_power(double active_gpus) const {
    const FacilityInputs& in = *m_inputs;
    StepLoad load;
    load.mean = 0;
    const std::vector<double> speeds(in.group_gpus.size(), lowest_speed);
    const Totals all = totals(in, speeds, 1, load, busy_shares(in, active_gpus));
    return Watts(in.facility_power(all.air, all.liquid));
}

Facility::Facility() = default;
Facility::Facility(Facility&&) noexcept = default;
Facility& Facility::operator=(Facility&&) noexcept = default;
Facility::Facility(const Facility&) = default;
Facility::~Facility() = default;

} // namespace roofrack
