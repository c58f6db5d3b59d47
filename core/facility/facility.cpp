// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/facility/budgets.h"
#include "core/facility/facility_inputs.h"
#include "core/facility/prepare.h"
#include "core/facility/relieve.h"

namespace roofrack {

namespace {

/// What runs at once: all racks at their clocks.
struct Totals {
    double air = 0, liquid = 0;
    double it() const { return air + liquid; }
};

Totals totals(const FacilityInputs& in, const RackLots& lots, std::span<const double> speeds, double ceiling,
              const StepLoad& load) {
    Totals all{in.elsewhere, 0};
    for (const RackLot& lot : lots.lots) {
        const RackModel::Sum sum =
            in.classes.classes[lot.rack_class].model.sum(speeds, ceiling, load, lot.busy);
        all.air += lot.count * sum.air;
        all.liquid += lot.count * sum.liquid;
    }
    return all;
}

/// Clocks of the slots under every limit, in the order of Clip. `clips`: of each class; may
/// be empty.
void solve(const FacilityInputs& in, const RackLots& lots, const StepLoad& load, std::span<double> speeds,
           std::span<Clip> clips) {
    const auto& classes = in.classes.classes;
    for (size_t i = 0; i < classes.size(); ++i) {
        const Clip clip = classes[i].model.solve(speeds, load);
        if (!clips.empty()) clips[i] = clip;
    }
    const auto hold_all = [&](double ceiling, Clip clip) {
        for (size_t i = 0; i < classes.size(); ++i) {
            const RackModel& rack = classes[i].model;
            double fastest = 0;
            for (const ServerModel& server : rack.servers)
                if (server.group >= 0) fastest = std::max(fastest, speeds[static_cast<size_t>(server.group)]);
            if (fastest <= ceiling) continue;
            rack.hold(speeds, ceiling);
            if (!clips.empty() && rack.slowest(speeds) >= ceiling) clips[i] = clip;
        }
    };
    if (in.plant_limit < no_limit) {
        const auto excess = [&](double x) { return totals(in, lots, speeds, x, load).it() - in.plant_limit; };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(in.defaults->power.lowest_clock, above, excess), Clip::plant);
    }
    if (in.site_limit < no_limit) {
        const auto excess = [&](double x) {
            const Totals all = totals(in, lots, speeds, x, load);
            return in.facility_power(all.air, all.liquid) - in.site_limit;
        };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(in.defaults->power.lowest_clock, above, excess), Clip::site);
    }
}

RackState rack_state(const RackModel& rack, const RackModel::Sum& sum, std::span<const double> speeds,
                     Clip clip) {
    RackState state;
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

/// A clock for each group from those of the slots; GPUs that stand nowhere run free.
void spread(const RackClasses& classes, std::span<const double> slots, std::vector<double>& groups) {
    groups.resize(classes.of_group.size());
    for (size_t g = 0; g < groups.size(); ++g)
        groups[g] = classes.of_group[g] < 0 ? 1 : slots[static_cast<size_t>(classes.of_group[g])];
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

Result<Facility> Facility::prepare(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                   const Catalog& catalog) {
    auto inputs = prepare_inputs(cluster, site, fabric, catalog);
    if (!inputs) return tl::unexpected(std::move(inputs.error()));
    Facility facility;
    facility.m_inputs = std::make_shared<const FacilityInputs>(std::move(*inputs));
    return facility;
}

PowerState Facility::state(const DutyCycle& duty, double active_gpus) const {
    const FacilityInputs& in = *m_inputs;
    const StepLoad load(duty, in.defaults->power);
    const auto& classes = in.classes.classes;
    const RackLots lots = RackLots::of(in.classes, in.racks, in.group_gpus, active_gpus);
    std::vector<double> speeds(in.classes.slots, 1.0);
    std::vector<Clip> clips(classes.size(), Clip::none);
    solve(in, lots, load, speeds, clips);

    PowerState out;
    double air = in.elsewhere, liquid = 0, computing = in.elsewhere;
    std::vector<RackState> states;
    for (const RackLot& lot : lots.lots) {
        const RackModel& rack = classes[lot.rack_class].model;
        const RackModel::Sum sum = rack.sum(speeds, 1, load, lot.busy);
        air += lot.count * sum.air;
        liquid += lot.count * sum.liquid;
        computing += lot.count * sum.computing;
        out.swing += Watts(lot.count * sum.swing);
        states.push_back(rack_state(rack, sum, speeds, clips[lot.rack_class]));
    }
    out.racks.reserve(in.racks.size());
    for (size_t i = 0; i < in.racks.size(); ++i) {
        RackState& state = out.racks.emplace_back(states[static_cast<size_t>(lots.of_rack[i])]);
        state.id = in.racks[i].id;
        state.count = in.racks[i].count;
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
    thread_local std::vector<double> slots;
    slot_speeds(duty, slots);
    spread(m_inputs->classes, slots, speeds);
}

void Facility::slot_speeds(const DutyCycle& duty, std::vector<double>& speeds) const {
    speeds.assign(m_inputs->classes.slots, 1.0);
    solve(*m_inputs, m_inputs->all_work, StepLoad(duty, m_inputs->defaults->power), speeds, {});
}

double Facility::utilisation(const DutyCycle& duty) const {
    const StepLoad load(duty, m_inputs->defaults->power);
    return load.mean / load.compute;
}

std::span<const int> Facility::slots() const { return m_inputs->classes.of_group; }

std::vector<double> Facility::fixed_speeds() const {
    const FacilityInputs& in = *m_inputs;
    DutyCycle all;
    all.compute = 1;
    const StepLoad load(all, in.defaults->power);
    std::vector<double> clocks(in.classes.slots, 1.0);
    for (const RackClass& alike : in.classes.classes) {
        const Clip clip = alike.model.solve(clocks, load);
        if (clip == Clip::feed || clip == Clip::cooling) return {};
    }
    const Totals sum = totals(in, in.all_work, clocks, 1, load);
    if (sum.it() > in.plant_limit || in.facility_power(sum.air, sum.liquid) > in.site_limit) return {};
    std::vector<double> speeds;
    spread(in.classes, clocks, speeds);
    // The step-time loop would not tell such speeds from 1.
    if (std::ranges::all_of(speeds, [](double speed) { return std::abs(speed - 1) < 1e-9; }))
        std::ranges::fill(speeds, 1.0);
    return speeds;
}

Watts Facility::least_power(double active_gpus) const {
    const FacilityInputs& in = *m_inputs;
    StepLoad load(in.defaults->power);
    load.mean = 0;
    const std::vector<double> speeds(in.classes.slots, in.defaults->power.lowest_clock);
    const RackLots lots = RackLots::of(in.classes, in.racks, in.group_gpus, active_gpus);
    const Totals all = totals(in, lots, speeds, 1, load);
    return Watts(in.facility_power(all.air, all.liquid));
}

Facility Facility::relieved(Clip limit, Relief relief) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    relieve(*inputs, limit, relief);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

std::vector<Budget> Facility::budgets(const PowerState& state) const { return budgets_of(*m_inputs, state); }

std::vector<SingleFailure> Facility::single_failures(const PowerState& state) const {
    return single_failures_of(*m_inputs, state);
}

Facility::Facility() = default;
Facility::Facility(Facility&&) noexcept = default;
Facility& Facility::operator=(Facility&&) noexcept = default;
Facility::Facility(const Facility&) = default;
Facility::~Facility() = default;

} // namespace roofrack
