// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/facility/facility_inputs.h"
#include "core/facility/limit_scaling.h"
#include "core/facility/power_state.h"
#include "core/facility/prepare.h"

namespace roofrack {

namespace {

double drawn_gpus(const FacilityInputs& in) {
    return std::reduce(in.group_gpus.begin(), in.group_gpus.end());
}

/// A clock for each group from those of the slots; GPUs that stand nowhere run free.
void spread(const RackClasses& classes, std::span<const double> slots, std::vector<double>& groups) {
    groups.resize(classes.of_group.size());
    for (size_t g = 0; g < groups.size(); ++g)
        groups[g] = classes.of_group[g] < 0 ? 1 : slots[static_cast<size_t>(classes.of_group[g])];
}

} // namespace

Result<Facility> Facility::prepare(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                   const Catalog& catalog, double gpu_power) {
    const auto draft = FacilityDraft::make(cluster, site, fabric, catalog, gpu_power);
    if (!draft) return tl::unexpected(draft.error());
    auto inputs = draft->in_weather(site.dry_bulb, site.wet_bulb);
    if (!inputs) return tl::unexpected(std::move(inputs.error()));
    return of(std::move(*inputs));
}

Facility Facility::of(FacilityInputs inputs) {
    Facility facility;
    facility.m_inputs = std::make_shared<FacilityInputs>(std::move(inputs));
    return facility;
}

bool Facility::move_to_weather(Celsius dry_bulb, Celsius wet_bulb) {
    if (!m_inputs->plant.has_chiller()) return false;
    if (m_inputs.use_count() > 1) m_inputs = std::make_shared<FacilityInputs>(*m_inputs);
    m_inputs->plant.dry_bulb = dry_bulb;
    m_inputs->plant.wet_bulb = wet_bulb;
    return true;
}

PowerState Facility::state(const DutyCycle& duty, double active_gpus) const {
    const FacilityInputs& in = *m_inputs;
    const double drawn = drawn_gpus(in);
    if (active_gpus >= drawn) return state_of(duty, drawn > 0 ? active_gpus / drawn : 1);
    return power_state(in, RackSets::of(in.classes, in.racks, in.group_gpus, active_gpus), duty, 1);
}

PowerState Facility::state_of(const DutyCycle& duty, double drawings) const {
    return power_state(*m_inputs, m_inputs->all_work, duty, drawings);
}

void Facility::speeds(const DutyCycle& duty, std::vector<double>& speeds) const {
    thread_local std::vector<double> slots;
    slot_speeds(duty, 1, slots);
    spread(m_inputs->classes, slots, speeds);
}

void Facility::slot_speeds(const DutyCycle& duty, double drawings, std::vector<double>& speeds) const {
    speeds.assign(m_inputs->classes.slots, 1.0);
    solve_clocks(*m_inputs, m_inputs->all_work, m_inputs->step_load(duty), drawings, speeds, {});
}

PlaceLoad Facility::load_of(const DutyCycle& duty, double drawings) const {
    const FacilityInputs& in = *m_inputs;
    const StepLoad load = in.step_load(duty);
    std::vector<double> speeds(in.classes.slots, 1.0);
    std::vector<ThrottleCause> throttle_causes(in.classes.classes.size(), ThrottleCause::none);
    solve_clocks(in, in.all_work, load, drawings, speeds, throttle_causes);
    const RackTotals all = totals_of(in, in.all_work, speeds, 1, load);
    const double power = in.facility_power(all.air, all.liquid),
                 metered = in.facility_power(all.air, all.liquid, load.meter * all.top);
    PlaceLoad out{drawings * Watts(power), ThrottleCause::none, ThrottleCause::none};
    double slowest = 1;
    for (size_t i = 0; i < throttle_causes.size(); ++i)
        if (const double speed = in.classes.classes[i].model.slowest(speeds);
            throttle_causes[i] != ThrottleCause::none && speed < slowest) {
            slowest = speed;
            out.throttle_cause = throttle_causes[i];
        }
    constexpr double rounding = 1 + 1e-9;
    if (metered > in.site_limit_at(drawings) * rounding) out.beyond = ThrottleCause::site;
    if (all.it() > in.plant_limit_at(drawings) * rounding) out.beyond = ThrottleCause::plant;
    return out;
}

double Facility::utilisation(const DutyCycle& duty) const {
    const LoadWave wave = m_inputs->least_wave(duty);
    return wave.mean() / wave.compute;
}

double Facility::run_utilisation(const DutyCycle& duty) const {
    const LoadWave wave = m_inputs->least_wave(duty);
    return (duty.working * wave.mean() + duty.hung * wave.communication) / wave.compute;
}

std::span<const int> Facility::slots() const { return m_inputs->classes.of_group; }

std::span<const int> Facility::paces() const { return m_inputs->group_paces; }

FixedSpeeds Facility::fixed_speeds() const {
    const FacilityInputs& in = *m_inputs;
    DutyCycle all;
    all.compute = 1;
    const StepLoad load(all, in.defaults->power, in.meter_window);
    std::vector<double> clocks(in.classes.slots, 1.0);
    for (const RackClass& alike : in.classes.classes) {
        const ThrottleCause throttle_cause = alike.model.solve(clocks, load);
        if (throttle_cause == ThrottleCause::feed || throttle_cause == ThrottleCause::cooling) return {};
    }
    const RackTotals sum = totals_of(in, in.all_work, clocks, 1, load);
    const double power = in.facility_power(sum.air, sum.liquid);
    FixedSpeeds out{{}, no_limit};
    const auto carry = [&](double need, double limit, bool grows) {
        if (!grows)
            out.drawings = std::min(out.drawings, limit / need);
        else if (need > limit)
            out.drawings = 0;
    };
    carry(sum.it(), in.plant_limit, in.supply_growth != SupplyGrowth::none);
    carry(power, in.site_limit, in.supply_growth == SupplyGrowth::all);
    if (out.drawings <= 0) return {};
    spread(in.classes, clocks, out.speeds);
    // The step-time loop would not tell such speeds from 1.
    if (std::ranges::all_of(out.speeds, [](double speed) { return std::abs(speed - 1) < 1e-9; }))
        std::ranges::fill(out.speeds, 1.0);
    return out;
}

Watts Facility::least_power(double active_gpus) const {
    const FacilityInputs& in = *m_inputs;
    StepLoad load(in.defaults->power);
    load.mean = 0;
    const std::vector<double> speeds(in.classes.slots, in.defaults->power.lowest_clock);
    const RackSets lots = RackSets::of(in.classes, in.racks, in.group_gpus, active_gpus);
    const RackTotals all = totals_of(in, lots, speeds, 1, load);
    return (drawn_gpus(in) > 0 ? std::max(1.0, active_gpus / drawn_gpus(in)) : 1) *
           Watts(in.facility_power(all.air, all.liquid));
}

Facility Facility::scaled(ThrottleCause limit, ResourceScale scale) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    scale_limit(*inputs, limit, scale);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility Facility::with_rack_limits(std::span<const HeldRack> racks) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    for (const HeldRack& each : racks) {
        double& limit = inputs->racks[static_cast<size_t>(each.rack)].power_limit;
        limit = std::min(limit, each.limit.si());
    }
    inputs->classes = RackClasses::of(inputs->racks, inputs->group_gpus.size());
    inputs->all_work = RackSets::all(inputs->classes);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility Facility::with_gpu_caps(std::span<const double> watts) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    for (RackModel& rack : inputs->racks)
        for (ServerModel& server : rack.servers)
            if (server.group >= 0) server.hold_to(watts[static_cast<size_t>(server.group)]);
    inputs->classes = RackClasses::of(inputs->racks, inputs->group_gpus.size());
    inputs->all_work = RackSets::all(inputs->classes);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility Facility::with_filler_work(double utilisation) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    inputs->filler = utilisation;
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility::Facility() = default;
Facility::Facility(Facility&&) noexcept = default;
Facility& Facility::operator=(Facility&&) noexcept = default;
Facility::Facility(const Facility&) = default;
Facility::~Facility() = default;

} // namespace roofrack
