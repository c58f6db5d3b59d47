// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/couple_chips.h"

#include <algorithm>

#include "core/facility/air.h"
#include "core/facility/liquid.h"

namespace roofrack {

namespace {

/// The inlet that a part allows at the site's altitude; its class is told from what it allows at sea level.
double inlet_limit_of(std::optional<double> at_sea_level, double altitude, const Defaults::Cooling& c) {
    const Celsius allowed = at_sea_level ? Celsius(*at_sea_level) : c.class_a2;
    const double step = allowed <= c.class_a2   ? c.derate_a2
                        : allowed <= c.class_a3 ? c.derate_a3
                                                : c.derate_a4;
    return allowed_inlet(allowed, altitude, c.derate_from, step).degrees();
}

void couple_coolant(const Part& part, const ServerModel& server, const RackModel& rack, LiquidPath& path,
                    const Defaults::Cooling& c) {
    const double share = 1 - server.air_share;
    if (share <= 0) return;
    const Celsius supply(rack.coolant.value_or(c.liquid_supply.degrees()));
    const double flow = server_coolant_flow(part, share, server.server.max_power, supply, c);
    path.flow += server.per_rack * flow;
    path.coolant = server_coolant(part);
    const auto rated_flow = part.value("liquid_flow"), rated_drop = part.value("pressure_drop");
    // Servers stand in parallel: the one that resists most decides.
    if (rated_flow && rated_drop && *rated_flow > 0)
        path.drop = std::max(path.drop, pressure_drop(1000 * *rated_drop, *rated_flow, flow));
    if (const auto most = part.value("coolant_max")) path.limit = std::min(path.limit.value_or(*most), *most);
}

} // namespace

Coolant server_coolant(const Part& server) {
    return server.text_or("coolant", "") == "water" ? plain_water : propylene_glycol_25;
}

double server_coolant_flow(const Part& server, double liquid_share, double max_power, Celsius supply,
                           const Defaults::Cooling& c) {
    const Coolant coolant = server_coolant(server);
    constexpr double least_rise = 2; // K: no valve opens further
    if (const auto most = server.value("coolant_return"))
        return coolant_flow(Watts(server.value_or("typical_power", max_power) * liquid_share),
                            Kelvins(std::max(least_rise, *most - supply.degrees())), coolant);
    return server.value_or("liquid_flow",
                           coolant_flow(Watts(max_power * liquid_share), c.liquid_rise, coolant));
}

void couple_chips(const Preparation& prep) {
    const Defaults::Cooling& c = prep.defaults.cooling;
    const double thin_air = thin_air_resistance(prep.altitude, c.film_share, c.film_exponent);
    for (CoolingPath& path : prep.inputs.paths) {
        path.liquid.flow = path.liquid.drop = path.mass = 0;
        path.liquid.limit.reset();
    }
    for (const ServerSource& source : prep.servers) {
        RackModel& rack = prep.inputs.racks[source.rack];
        CoolingPath& path = prep.inputs.paths[source.rack];
        ServerModel& server = rack.servers[source.index];
        path.mass += server.per_rack * source.part->value_or("mass", c.server_mass * server.server.max_power);
        if (server.air_share > 0) {
            const double allowed = inlet_limit_of(source.part->value("inlet_max"), prep.altitude, c);
            rack.inlet_limit = std::min(rack.inlet_limit.value_or(allowed), allowed);
            if (rack.inlet) server.inlet_excess = *rack.inlet - allowed;
        }
        couple_coolant(*source.part, server, rack, path.liquid, c);
        if (server.gpus <= 0) continue;
        const double shutdown =
            source.accelerator ? source.accelerator->value_or("shutdown", server.limit + c.chip_shutdown.si())
                               : server.limit + c.chip_shutdown.si();
        path.shutdown = std::min(path.shutdown.value_or(shutdown), shutdown);
        const auto resistance = source.part->value("thermal_resistance");
        if (server.air_share >= 0.5) {
            server.base = rack.inlet.value_or(c.air_supply.degrees());
            const double tdp = server.law.dynamic + server.law.idle;
            server.resistance = thin_air * resistance.value_or(c.heat_sink_rise.si() / tdp);
            continue;
        }
        const double liquid_share = 1 - server.air_share;
        const Celsius supply(rack.coolant.value_or(c.liquid_supply.degrees()));
        const double flow =
            server_coolant_flow(*source.part, liquid_share, server.server.max_power, supply, c);
        const double mean_rise_per_watt =
            coolant_rise(Watts(liquid_share), flow, server_coolant(*source.part)).si() / 2;
        server.base = supply.degrees() + mean_rise_per_watt * server.server.steady(true);
        server.resistance = resistance.value_or(c.cold_plate_resistance) + mean_rise_per_watt * server.gpus;
    }
}

} // namespace roofrack
