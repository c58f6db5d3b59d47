// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/facility/facility_inputs.h"
#include "core/facility/prepare.h"
#include "core/facility/relieve.h"

namespace roofrack {

namespace {

/// What runs at once: all racks at their clocks.
struct Totals {
    double air = 0, liquid = 0, top = 0;
    double it() const { return air + liquid; }
};

Totals totals(const FacilityInputs& in, const RackLots& lots, std::span<const double> speeds, double ceiling,
              const StepLoad& load) {
    Totals all{in.elsewhere, 0, 0};
    for (const RackLot& lot : lots.lots) {
        const RackModel::Sum sum =
            in.classes.classes[lot.rack_class].model.sum(speeds, ceiling, load, lot.busy);
        all.air += lot.count * sum.air;
        all.liquid += lot.count * sum.liquid;
        all.top += lot.count * sum.top;
    }
    return all;
}

double drawn_gpus(const FacilityInputs& in) {
    return std::reduce(in.group_gpus.begin(), in.group_gpus.end());
}

/// Clocks of the slots under every limit, in the order of Clip. `clips`: of each class; may
/// be empty.
void solve(const FacilityInputs& in, const RackLots& lots, const StepLoad& load, double drawings,
           std::span<double> speeds, std::span<Clip> clips) {
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
    if (const double limit = in.plant_limit_at(drawings); limit < no_limit) {
        const auto excess = [&](double x) { return totals(in, lots, speeds, x, load).it() - limit; };
        if (const double above = excess(1); above > 0)
            hold_all(fastest_within(in.defaults->power.lowest_clock, above, excess), Clip::plant);
    }
    if (const double limit = in.site_limit_at(drawings); limit < no_limit) {
        const auto excess = [&](double x) {
            const Totals all = totals(in, lots, speeds, x, load);
            return in.facility_power(all.air, all.liquid, load.meter * all.top) - limit;
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
    if (rack.secured < no_limit) state.secured = Watts(rack.secured);
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
    state.trips = rack.trips();
    return state;
}

bool works(const RackModel& rack, const RackLot& lot) {
    return std::ranges::any_of(rack.servers, [&lot](const ServerModel& server) {
        return server.group >= 0 && server.gpus > 0 &&
               (lot.busy.empty() || lot.busy[static_cast<size_t>(server.group)] > 0);
    });
}

/// Where IT power goes. Switches and storage stand in racks, or beside them all.
void add_uses(const FacilityInputs& in, const RackLots& lots, std::span<const double> speeds,
              const StepLoad& load, double drawings, PowerState& out) {
    const auto of = [&out](ItUse use) -> ItHeat& { return out.uses[static_cast<size_t>(use)]; };
    for (const RackLot& lot : lots.lots) {
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
void add_run(const FacilityInputs& in, const RackLots& lots, std::span<const double> speeds,
             const DutyCycle& duty, const StepLoad& load, double drawings, PowerState& out) {
    out.run_it = duty.working * out.it;
    out.run_facility = duty.working * out.facility;
    const auto add = [&](double share, double utilisation) {
        if (share <= 0) return;
        StepLoad still = load;
        still.mean = utilisation;
        const Totals all = totals(in, lots, speeds, 1, still);
        out.run_it += share * drawings * Watts(all.it());
        out.run_facility += share * drawings * Watts(in.facility_power(all.air, all.liquid));
    };
    add(duty.hung, load.communication);
    add(1 - duty.working - duty.hung, 0);
}

PowerState power_state(const FacilityInputs& in, const RackLots& lots, const DutyCycle& duty,
                       double drawings) {
    const StepLoad load = in.step_load(duty);
    const auto& classes = in.classes.classes;
    std::vector<double> speeds(in.classes.slots, 1.0);
    std::vector<Clip> clips(classes.size(), Clip::none);
    solve(in, lots, load, drawings, speeds, clips);

    PowerState out;
    double air = in.elsewhere, liquid = 0, computing = in.elsewhere, top = 0;
    std::vector<RackState> states;
    for (const RackLot& lot : lots.lots) {
        const RackModel& rack = classes[lot.rack_class].model;
        const RackModel::Sum sum = rack.sum(speeds, 1, load, lot.busy);
        air += lot.count * sum.air;
        liquid += lot.count * sum.liquid;
        computing += lot.count * sum.computing;
        top += lot.count * sum.top;
        out.swing += drawings * Watts(lot.count * sum.swing);
        states.push_back(rack_state(rack, sum, speeds, clips[lot.rack_class]));
        states.back().works = works(rack, lot);
    }
    out.racks.reserve(in.racks.size());
    for (size_t i = 0; i < in.racks.size(); ++i) {
        RackState& state = out.racks.emplace_back(states[static_cast<size_t>(lots.of_rack[i])]);
        state.id = in.racks[i].id;
        state.name = in.racks[i].name;
        state.count = drawings * in.racks[i].count;
    }
    add_uses(in, lots, speeds, load, drawings, out);
    const Overhead beside = in.overhead_of(air, liquid);
    const double facility = air + liquid + beside.total().si();
    out.overhead = beside * drawings;
    out.it = drawings * Watts(air + liquid);
    out.facility = drawings * Watts(facility);
    add_run(in, lots, speeds, duty, load, drawings, out);
    out.above_mean = drawings * Watts(top);
    out.windows = in.load_wave(duty).shares(in.defaults->power, in.meter_window);
    out.peak = drawings * Watts(in.facility_power(air, liquid, top));
    out.metered = drawings * Watts(in.facility_power(air, liquid, load.meter * top));
    out.pue = out.it > Watts(0) ? out.facility / out.it : 1;
    out.tue = computing > 0 ? facility / computing : 1;
    out.wue = water_use(in.plant, out.pue, in.streams(air, liquid));
    out.network = drawings * Watts(in.network);
    out.storage = drawings * Watts(in.storage);
    out.elsewhere = drawings * Watts(in.elsewhere);
    return out;
}

/// A clock for each group from those of the slots; GPUs that stand nowhere run free.
void spread(const RackClasses& classes, std::span<const double> slots, std::vector<double>& groups) {
    groups.resize(classes.of_group.size());
    for (size_t g = 0; g < groups.size(); ++g)
        groups[g] = classes.of_group[g] < 0 ? 1 : slots[static_cast<size_t>(classes.of_group[g])];
}

} // namespace

Result<Facility> Facility::prepare(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                   const Catalog& catalog) {
    const auto draft = FacilityDraft::make(cluster, site, fabric, catalog);
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
    return power_state(in, RackLots::of(in.classes, in.racks, in.group_gpus, active_gpus), duty, 1);
}

PowerState Facility::state_of(const DutyCycle& duty, double drawings) const {
    const FacilityInputs& in = *m_inputs;
    return power_state(in, RackLots::of(in.classes, in.racks, in.group_gpus, drawn_gpus(in)), duty, drawings);
}

void Facility::speeds(const DutyCycle& duty, std::vector<double>& speeds) const {
    thread_local std::vector<double> slots;
    slot_speeds(duty, 1, slots);
    spread(m_inputs->classes, slots, speeds);
}

void Facility::slot_speeds(const DutyCycle& duty, double drawings, std::vector<double>& speeds) const {
    speeds.assign(m_inputs->classes.slots, 1.0);
    solve(*m_inputs, m_inputs->all_work, m_inputs->step_load(duty), drawings, speeds, {});
}

PlaceLoad Facility::load_of(const DutyCycle& duty, double drawings) const {
    const FacilityInputs& in = *m_inputs;
    const StepLoad load = in.step_load(duty);
    std::vector<double> speeds(in.classes.slots, 1.0);
    std::vector<Clip> clips(in.classes.classes.size(), Clip::none);
    solve(in, in.all_work, load, drawings, speeds, clips);
    const Totals all = totals(in, in.all_work, speeds, 1, load);
    const double power = in.facility_power(all.air, all.liquid),
                 metered = in.facility_power(all.air, all.liquid, load.meter * all.top);
    PlaceLoad out{drawings * Watts(power), Clip::none, Clip::none};
    double slowest = 1;
    for (size_t i = 0; i < clips.size(); ++i)
        if (const double speed = in.classes.classes[i].model.slowest(speeds);
            clips[i] != Clip::none && speed < slowest) {
            slowest = speed;
            out.clip = clips[i];
        }
    constexpr double rounding = 1 + 1e-9;
    if (metered > in.site_limit_at(drawings) * rounding) out.beyond = Clip::site;
    if (all.it() > in.plant_limit_at(drawings) * rounding) out.beyond = Clip::plant;
    return out;
}

double Facility::utilisation(const DutyCycle& duty) const {
    const StepLoad load = m_inputs->step_load(duty);
    return load.mean / load.compute;
}

double Facility::run_utilisation(const DutyCycle& duty) const {
    const StepLoad load = m_inputs->step_load(duty);
    return (duty.working * load.mean + duty.hung * load.communication) / load.compute;
}

std::span<const int> Facility::slots() const { return m_inputs->classes.of_group; }

FixedSpeeds Facility::fixed_speeds() const {
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
    const RackLots lots = RackLots::of(in.classes, in.racks, in.group_gpus, active_gpus);
    const Totals all = totals(in, lots, speeds, 1, load);
    return (drawn_gpus(in) > 0 ? std::max(1.0, active_gpus / drawn_gpus(in)) : 1) *
           Watts(in.facility_power(all.air, all.liquid));
}

Facility Facility::relieved(Clip limit, Turn turn) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    relieve(*inputs, limit, turn);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility Facility::held(std::span<const HeldRack> racks) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    for (const HeldRack& each : racks) {
        double& limit = inputs->racks[static_cast<size_t>(each.rack)].power_limit;
        limit = std::min(limit, each.limit.si());
    }
    inputs->classes = RackClasses::of(inputs->racks, inputs->group_gpus.size());
    inputs->all_work = RackLots::all(inputs->classes);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility Facility::capped(std::span<const double> watts) const {
    auto inputs = std::make_shared<FacilityInputs>(*m_inputs);
    for (RackModel& rack : inputs->racks)
        for (ServerModel& server : rack.servers)
            if (server.group >= 0) server.hold_to(watts[static_cast<size_t>(server.group)]);
    inputs->classes = RackClasses::of(inputs->racks, inputs->group_gpus.size());
    inputs->all_work = RackLots::all(inputs->classes);
    Facility facility;
    facility.m_inputs = std::move(inputs);
    return facility;
}

Facility Facility::filled(double utilisation) const {
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
