// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/cooling/outage.h"

#include "core/base/figures/builder.h"
#include "core/facility/air.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// One rack instance that warms: heat into the medium, what warms with it, and how its chips answer.
struct Warming {
    double heat = 0;     ///< W
    double least = 0;    ///< W at the lowest clocks
    double capacity = 0; ///< J/K
};

struct Times {
    double throttle = never, trip = never;
};

/// Chips: `margin` K under their throttle temperature, `span` K over which they fall to the lowest clock,
/// `last` K from there to shutdown.
Times chip_times(const Warming& warming, double margin, double span, double last) {
    Times out;
    out.throttle = warming_time(warming.capacity, std::max(0.0, margin), warming.heat, warming.heat);
    // A chip that is held already stands somewhere on its way down.
    out.trip = out.throttle + warming_time(warming.capacity, span, warming.heat, warming.least) +
               warming_time(warming.capacity, last, warming.least, warming.least);
    return out;
}

class RackOutages {
public:
    RackOutages(const FacilityInputs& in, size_t rack, const RackState& state)
        : m_in(in)
        , m_c(in.defaults->cooling)
        , m_model(in.racks[rack])
        , m_path(in.paths[rack])
        , m_state(state) {}

    std::vector<CoolingOutage> all() const {
        std::vector<CoolingOutage> out;
        if (auto each = stopped(StoppedCooling::plant)) out.push_back(std::move(*each));
        if (m_path.liquid.heat > 0 && !m_model.loop_missing)
            if (auto each = stopped(StoppedCooling::pumps)) out.push_back(std::move(*each));
        if (m_path.air.heat > 0)
            if (auto each = stopped(StoppedCooling::fans)) out.push_back(std::move(*each));
        return out;
    }

private:
    std::optional<CoolingOutage> stopped(StoppedCooling what) const {
        CoolingOutage out;
        out.rack = m_state.id;
        out.name = m_state.name;
        out.stopped = what;
        Times times;
        if (what != StoppedCooling::pumps && m_path.air.heat > 0 &&
            !(what == StoppedCooling::plant && breathes_outside())) {
            times = by_inlet(what);
            out.by_inlet = true;
        }
        for (const ServerModel& server : m_model.servers) {
            if (server.gpus <= 0) continue;
            const bool in_air = server.air_share >= 0.5;
            if (in_air
                    ? what == StoppedCooling::pumps || (what == StoppedCooling::plant && breathes_outside())
                    : what == StoppedCooling::fans)
                continue;
            if (!in_air && m_model.loop_missing) continue;
            const Times chip = of_chip(server, what, in_air);
            if (chip.trip < times.trip) out.by_inlet = false;
            times.throttle = std::min(times.throttle, chip.throttle);
            times.trip = std::min(times.trip, chip.trip);
        }
        if (!std::isfinite(times.trip)) return std::nullopt;
        out.to_throttle = Seconds(std::min(times.throttle, times.trip));
        out.to_trip = Seconds(times.trip);
        return out;
    }

    /// Its fans move outside air in, whatever chillers and coolers do.
    bool breathes_outside() const {
        return m_in.plant.blows_out(HeatPath::hall_air) &&
               m_in.plant.chiller_share(m_in.air_water, HeatPath::hall_air) < 1;
    }

    double water_capacity() const { return plain_water.density * plain_water.heat_capacity; }

    Warming air(StoppedCooling what) const {
        Warming out;
        out.heat = out.least = m_state.heat_to_air.si();
        const double room = m_c.room_air * out.heat * air_density(m_in.altitude) * air_heat_capacity;
        // The metal of cold-plated servers is warmed by their coolant.
        const double air_share = m_state.power > Watts(0) ? m_state.heat_to_air / m_state.power : 1;
        out.capacity = room + air_share * m_path.mass * m_c.server_heat_capacity;
        if (what == StoppedCooling::plant && !m_in.plant.blows_out(HeatPath::hall_air))
            out.capacity += m_c.facility_water * out.heat * water_capacity();
        return out;
    }

    Warming liquid(StoppedCooling what) const {
        Warming out;
        out.heat = out.least = m_state.heat_to_liquid.si();
        const double metal = m_path.mass * m_c.server_heat_capacity;
        const Coolant& coolant = m_path.liquid.coolant;
        if (what == StoppedCooling::plant)
            out.capacity = metal + m_c.facility_water * out.heat * water_capacity() +
                           m_c.loop_water * out.heat * coolant.density * coolant.heat_capacity;
        else
            out.capacity = m_c.stagnant_share * metal;
        return out;
    }

    Times by_inlet(StoppedCooling what) const {
        Times out;
        if (!m_state.inlet || !m_state.inlet_limit) return out;
        const Warming warming = air(what);
        const double margin = (*m_state.inlet_limit - *m_state.inlet).si();
        const double trip = margin + m_in.defaults->power.inlet_trip.si();
        out.throttle = warming_time(warming.capacity, std::max(0.0, margin), warming.heat, warming.heat);
        out.trip = warming_time(warming.capacity, std::max(0.0, trip), warming.heat, warming.heat);
        return out;
    }

    Times of_chip(const ServerModel& server, StoppedCooling what, bool in_air) const {
        Warming warming = in_air ? air(what) : liquid(what);
        const double compute = m_in.defaults->power.compute_utilisation;
        const double lowest = server.server.constants->lowest_clock;
        const double busy = server.law.power(m_state.speed, compute).si(),
                     least = server.law.power(lowest, compute).si();
        const double share = in_air ? server.air_share : 1 - server.air_share;
        const double less = share * server.per_rack * server.gpus * std::max(0.0, busy - least);
        warming.least = std::max(0.05 * warming.heat, warming.heat - less);
        const double margin = server.limit - (m_state.chip ? m_state.chip->degrees() : server.base);
        const double span = server.resistance * std::max(0.0, busy - least);
        return chip_times(warming, margin, span,
                          std::max(0.0, m_path.shutdown.value_or(server.limit) - server.limit));
    }

    const FacilityInputs& m_in;
    const Defaults::Cooling& m_c;
    const RackModel& m_model;
    const CoolingPath& m_path;
    const RackState& m_state;
};

} // namespace

double warming_time(double capacity, double rise, double first, double last) {
    if (rise <= 0) return 0;
    if (first <= 0 || last <= 0) return never;
    const double mean =
        std::abs(first - last) < 1e-9 * first ? first : (first - last) / std::log(first / last);
    return capacity * rise / mean;
}

std::vector<CoolingOutage> cooling_outages(const Facility& facility, const PowerState& state) {
    const FacilityInputs& in = facility.inputs();
    std::vector<CoolingOutage> out;
    for (size_t r = 0; r < in.racks.size(); ++r)
        for (CoolingOutage& each : RackOutages(in, r, state.racks[r]).all()) out.push_back(std::move(each));
    return out;
}

std::string_view name_of(StoppedCooling stopped) {
    switch (stopped) {
    case StoppedCooling::plant: return "plant";
    case StoppedCooling::pumps: return "pumps";
    case StoppedCooling::fans: break;
    }
    return "fans";
}

std::string_view label_of(StoppedCooling stopped) {
    switch (stopped) {
    case StoppedCooling::plant: return "cooling plant";
    case StoppedCooling::pumps: return "coolant pumps";
    case StoppedCooling::fans: break;
    }
    return "room fans";
}

void describe(figures::Builder<CoolingOutage>& f) {
    using namespace figures;
    using O = CoolingOutage;
    f.text("rack", &O::rack, "rack", "its id", names_item);
    f.choice("stopped", &O::stopped, "stopped", "what of the cooling",
             one_of({StoppedCooling::plant, StoppedCooling::pumps, StoppedCooling::fans}));
    f.number("to_throttle_s", &O::to_throttle, seconds, "until throttling",
             "the first clock falls; 0: it is held already", more);
    f.number("to_trip_s", &O::to_trip, seconds, "until a trip", "something switches itself off", more);
    f.flag("by_inlet", &O::by_inlet, "by inlet", "the air at the inlet ends it, not a chip");
}

} // namespace roofrack
