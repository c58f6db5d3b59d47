// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/power_state.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

RackTotals totals_of(const ClockInputs& in, const RackSets& lots, std::span<const double> speeds,
                     double ceiling, const StepLoad& load) {
    RackTotals all{in.unracked_power, 0, 0};
    for (const RackSet& lot : lots.lots) {
        const RackModel::Sum sum =
            in.classes.classes[lot.rack_class].model.sum(speeds, ceiling, load, lot.busy);
        all.air += lot.count * sum.air;
        all.liquid += lot.count * sum.liquid;
        all.top += lot.count * sum.top;
    }
    return all;
}

void solve_clocks(const ClockInputs& in, const RackSets& lots, const StepLoad& load, double drawings,
                  std::span<double> speeds, std::span<ThrottleCause> throttle_causes) {
    const auto& classes = in.classes.classes;
    for (size_t i = 0; i < classes.size(); ++i) {
        const ThrottleCause throttle_cause = classes[i].model.solve(speeds, load);
        if (!throttle_causes.empty()) throttle_causes[i] = throttle_cause;
    }
    const auto hold_all = [&](double ceiling, ThrottleCause throttle_cause) {
        for (size_t i = 0; i < classes.size(); ++i) {
            const RackModel& rack = classes[i].model;
            double fastest = 0;
            for (const ServerModel& server : rack.servers)
                if (server.group >= 0) fastest = std::max(fastest, speeds[static_cast<size_t>(server.group)]);
            if (fastest <= ceiling) continue;
            rack.hold(speeds, ceiling);
            if (!throttle_causes.empty() && rack.slowest(speeds) >= ceiling)
                throttle_causes[i] = throttle_cause;
        }
    };
    if (const double limit = in.plant_limit_at(drawings); limit < no_limit) {
        const auto excess = [&](double x) { return totals_of(in, lots, speeds, x, load).it() - limit; };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(in.defaults->power.lowest_clock, above, excess), ThrottleCause::plant);
    }
    if (const double limit = in.site_limit_at(drawings); limit < no_limit) {
        const auto excess = [&](double x) {
            const RackTotals all = totals_of(in, lots, speeds, x, load);
            return in.facility_power(all.air, all.liquid, load.meter * all.top) - limit;
        };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(in.defaults->power.lowest_clock, above, excess), ThrottleCause::site);
    }
}

namespace {

RackState rack_state(const RackModel& rack, const RackModel::Sum& sum, std::span<const double> speeds,
                     ThrottleCause throttle_cause, const StepLoad& load) {
    RackState state;
    state.power = Watts(sum.mean);
    state.peak = Watts(sum.peak);
    state.heat_to_air = Watts(sum.air);
    state.heat_to_liquid = Watts(sum.liquid);
    if (rack.power_limit < no_limit) state.limit = Watts(rack.power_limit);
    if (rack.limit_after_worst_failure < no_limit) state.secured = Watts(rack.limit_after_worst_failure);
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
        if (!server.software_cap) continue;
        const double least = server.least_power(load);
        if (least > server.cap && (!state.least_over_cap || *state.least_over_cap < Watts(least)))
            state.least_over_cap = Watts(least);
    }
    if (state.gpus > 0) state.chip = Celsius(sum.junction);
    state.speed = rack.slowest(speeds);
    state.throttle_cause = throttle_cause;
    state.trips = rack.trips();
    return state;
}

bool works(const RackModel& rack, const RackSet& lot) {
    return std::ranges::any_of(rack.servers, [&lot](const ServerModel& server) {
        return server.group >= 0 && server.gpus > 0 &&
               (lot.busy.empty() || lot.busy[static_cast<size_t>(server.group)] > 0);
    });
}

/// Where IT power goes. Switches and storage stand in racks, or beside them all.
void add_uses(const FacilityInputs& in, const RackSets& lots, std::span<const double> speeds,
              const StepLoad& load, double drawings, PowerState& out) {
    const auto of = [&out](ItUse use) -> ItHeat& { return out.uses[static_cast<size_t>(use)]; };
    for (const RackSet& lot : lots.lots) {
        const RackModel& rack = in.classes.classes[lot.rack_class].model;
        const double count = drawings * lot.count;
        rack.visit(speeds, 1, load, lot.busy,
                   [&](const ServerModel& server, const ServerModel::Point& point, double share) {
                       const double servers = count * server.per_rack * share;
                       // Fans stand in the air: of the whole server's share to air their heat is first.
                       const double air = point.mean * server.air_share, of_fans = std::min(air, point.fans),
                                    rest = point.mean - of_fans,
                                    air_share = rest > 0 ? (air - of_fans) / rest : 1;
                       const auto add = [&](ItUse use, double watts) {
                           of(use).to_air += Watts(servers * watts * air_share);
                           of(use).to_liquid += Watts(servers * watts * (1 - air_share));
                       };
                       of(ItUse::fans).to_air += Watts(servers * of_fans);
                       add(ItUse::fans, point.fans - of_fans);
                       add(ItUse::gpus, point.gpus);
                       add(ItUse::servers, point.computing - point.gpus);
                       add(ItUse::supplies, point.mean - point.computing - point.fans);
                   });
    }
    of(ItUse::network).to_air = drawings * Watts(in.network);
    of(ItUse::storage).to_air = drawings * Watts(in.storage);
}

/// IT and facility power over the wall clock: of the step while steps run, with collectives that wait for one
/// that failed until that is seen, else idle.
void add_run(const FacilityInputs& in, const RackSets& lots, std::span<const double> speeds,
             const DutyCycle& duty, const StepLoad& load, double drawings, PowerState& out) {
    out.run_it = duty.working * out.it;
    out.run_facility = duty.working * out.facility;
    const auto add = [&](double share, double utilisation) {
        if (share <= 0) return;
        StepLoad still = load;
        still.mean = utilisation;
        still.means.clear();
        const RackTotals all = totals_of(in, lots, speeds, 1, still);
        out.run_it += share * drawings * Watts(all.it());
        out.run_facility += share * drawings * Watts(in.facility_power(all.air, all.liquid));
    };
    add(duty.hung, load.communication);
    add(1 - duty.working - duty.hung, 0);
}

/// How much longer and shorter the GPUs of other paces compute than the duty cycle's own.
void add_other_paces(const FacilityInputs& in, const RackSets& lots, std::span<const double> speeds,
                     const DutyCycle& duty, const StepLoad& load, PowerState& out) {
    if (duty.compute_by_pace.empty()) return;
    double all = 0, longer = 0, shorter = 0;
    for (const RackSet& lot : lots.lots)
        in.classes.classes[lot.rack_class].model.visit(
            speeds, 1, load, lot.busy,
            [&](const ServerModel& server, const ServerModel::Point& point, double share) {
                if (server.group < 0) return;
                const double swing = lot.count * server.per_rack * share * (point.peak - point.trough),
                             beyond = duty.compute_of(server.pace) - duty.compute;
                all += swing;
                (beyond > 0 ? longer : shorter) += swing * std::abs(beyond);
            });
    if (all <= 0) return;
    out.computes_longer = longer / all;
    out.computes_shorter = shorter / all;
}

/// All but PowerState::racks, and a state of each lot, its name and count left out.
PowerState sums_of(const FacilityInputs& in, const RackSets& lots, const DutyCycle& duty, double drawings,
                   std::vector<RackState>& states) {
    const StepLoad load = in.step_load(duty);
    const auto& classes = in.classes.classes;
    std::vector<double> speeds(in.classes.slots, 1.0);
    std::vector<ThrottleCause> throttle_causes(classes.size(), ThrottleCause::none);
    solve_clocks(in, lots, load, drawings, speeds, throttle_causes);

    PowerState out;
    double air = in.unracked_power, liquid = 0, computing = in.unracked_power, top = 0;
    for (const RackSet& lot : lots.lots) {
        const RackModel& rack = classes[lot.rack_class].model;
        const RackModel::Sum sum = rack.sum(speeds, 1, load, lot.busy);
        air += lot.count * sum.air;
        liquid += lot.count * sum.liquid;
        computing += lot.count * sum.computing;
        top += lot.count * sum.top;
        out.swing += drawings * Watts(lot.count * sum.swing);
        states.push_back(rack_state(rack, sum, speeds, throttle_causes[lot.rack_class], load));
        states.back().works = works(rack, lot);
    }
    add_uses(in, lots, speeds, load, drawings, out);
    const Overhead beside = in.overhead_of(air, liquid);
    const double facility = air + liquid + beside.total().si();
    out.overhead = beside * drawings;
    out.it = drawings * Watts(air + liquid);
    out.facility = drawings * Watts(facility);
    add_run(in, lots, speeds, duty, load, drawings, out);
    out.above_mean = drawings * Watts(top);
    add_other_paces(in, lots, speeds, duty, load, out);
    out.windows = in.window_shares(duty);
    out.peak = drawings * Watts(in.facility_power(air, liquid, top));
    out.metered = drawings * Watts(in.facility_power(air, liquid, load.meter * top));
    out.pue = out.it > Watts(0) ? out.facility / out.it : 1;
    out.tue = computing > 0 ? facility / computing : 1;
    out.wue = water_use(in.plant, out.pue, in.streams(air, liquid));
    out.network = drawings * Watts(in.network);
    out.storage = drawings * Watts(in.storage);
    out.unracked_power = drawings * Watts(in.unracked_power);
    return out;
}

} // namespace

PowerState power_state(const FacilityInputs& in, const RackSets& lots, const DutyCycle& duty,
                       double drawings) {
    std::vector<RackState> states;
    PowerState out = sums_of(in, lots, duty, drawings, states);
    out.racks.reserve(in.racks.size());
    for (size_t i = 0; i < in.racks.size(); ++i) {
        RackState& state = out.racks.emplace_back(states[static_cast<size_t>(lots.of_rack[i])]);
        state.id = in.racks[i].id;
        state.name = in.racks[i].name;
        state.count = drawings * in.racks[i].count;
    }
    return out;
}

PowerState alike_state(const Facility& facility, const DutyCycle& duty, double drawings) {
    const FacilityInputs& in = facility.inputs();
    const RackSets& lots = in.all_work;
    std::vector<RackState> states;
    PowerState out = sums_of(in, lots, duty, drawings, states);
    for (size_t i = 0; i < states.size(); ++i) {
        const RackModel& first =
            in.racks[static_cast<size_t>(in.classes.classes[lots.lots[i].rack_class].first)];
        states[i].id = first.id;
        states[i].name = first.name;
        states[i].count = drawings * lots.lots[i].count;
    }
    out.racks = std::move(states);
    return out;
}

} // namespace roofrack
