// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/server_power.h"

#include "core/facility/air.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// L(x) = x(1/η − 1) at a point of the supplies' table.
double loss_at(const Defaults::Power& constants, size_t point) {
    return constants.psu_load[point] * (1 / constants.psu_efficiency[point] - 1);
}

} // namespace

Watts PowerSupplies::loss(Watts load) const {
    if (rating <= 0) return {};
    const double x = load.si() / rating;
    const auto& load_share = constants->psu_load;
    size_t i = 1;
    while (i + 1 < load_share.size() && x > load_share[i]) ++i;
    const double below = loss_at(*constants, i - 1), above = loss_at(*constants, i);
    return Watts(rating *
                 (below + (above - below) * (x - load_share[i - 1]) / (load_share[i] - load_share[i - 1])));
}

double ServerPower::flow_share(double load) const {
    return max_power > 0 ? std::clamp(load / max_power, constants->least_flow, 1.0) : 1;
}

double ServerPower::steady(bool busy) const {
    const double cpu = cpu_idle + (busy ? constants->cpu_utilisation * (cpu_max - cpu_idle) : 0);
    return cpu + memory + nics + nv_switches + other;
}

double ServerPower::fans(double load) const {
    const double share = flow_share(load);
    return fan_power(fan_max, share);
}

ServerPower server_power(const Part& server, double gpus, Watts gpu_tdp, Watts gpu_busy,
                         const Defaults::Power& constants) {
    const double units = std::max(gpus, 4.0); // a server without GPUs still has its CPUs
    const double air_share = std::clamp(server.value_or("air_heat_share", 1), 0.0, 1.0);
    const double largest = server.value_or("max_power", gpus * gpu_tdp.si() * constants.server_max_over_tdp +
                                                            (gpus > 0 ? 0 : constants.server_without_gpus));

    ServerPower power;
    power.constants = power.supplies.constants = &constants;
    power.max_power = largest;
    power.idle_power = server.value("idle_power");
    double known = 0, assumed = 0; // W in the compute phase
    const auto figure = [&](double& member, std::string_view key, double fallback, double weight) {
        const auto value = server.value(key);
        member = value.value_or(fallback);
        (value ? known : assumed) += weight * member;
    };
    figure(power.cpu_idle, "cpu_idle", constants.cpu_idle * units, 1 - constants.cpu_utilisation);
    figure(power.cpu_max, "cpu_max", constants.cpu_max * units, constants.cpu_utilisation);
    figure(power.memory, "memory_power", constants.memory * units, 1);
    const double nics = server.value_or("nics", gpus > 0 ? gpus : 2);
    figure(power.nics, "nic_power", constants.nic, nics);
    power.nics *= nics;
    figure(power.nv_switches, "switch_power",
           server.value_or("scale_up_domain", gpus) > 1 ? constants.nv_switch * gpus : 0, 1);
    figure(power.other, "other_power", constants.other * units, 1);
    // What the whole server is known to draw, or what others of its kind would.
    const double rest_share = constants.rest_air * air_share + constants.rest_liquid * (1 - air_share);
    const double busy = gpus * gpu_busy.si();
    const double target =
        server.value_or("typical_power", busy + rest_share * std::max(0.0, largest - gpus * gpu_tdp.si()));
    const double fan_weight = fan_power(1, power.flow_share(constants.without_supplies_and_fans * target));
    figure(power.fan_max, "fan_power_max", constants.fan_share * largest * air_share, fan_weight);

    power.supplies.rating =
        server.value_or("psu_rated", 0) * server.value_or("psu_count", server.value_or("psu_needed", 0));
    if (power.supplies.rating <= 0) power.supplies.rating = constants.installed_supplies * largest;

    // Scale what was assumed so that the whole meets it.
    if (assumed > 0 && gpus > 0) {
        const double target_dc = target - power.supplies.loss(Watts(target)).si();
        const double scale = std::clamp((target_dc - busy - known) / assumed, 0.25, 2.0);
        const auto rescale = [&](double& member, std::string_view key) {
            if (!server.value(key)) member *= scale;
        };
        rescale(power.cpu_idle, "cpu_idle");
        rescale(power.cpu_max, "cpu_max");
        rescale(power.memory, "memory_power");
        rescale(power.nics, "nic_power");
        rescale(power.nv_switches, "switch_power");
        rescale(power.other, "other_power");
        rescale(power.fan_max, "fan_power_max");
    }
    power.cpu_max = std::max(power.cpu_max, power.cpu_idle);

    // No server draws more than its name plate, whatever its parts may draw one by one: GPUs their TDP, which
    // hot ones reach.
    const auto rest = [&] {
        const double steady = power.steady(true);
        return steady + power.fans(steady + gpus * gpu_tdp.si());
    };
    const double whole = largest - power.supplies.loss(Watts(largest)).si(),
                 most = whole - gpus * gpu_tdp.si();
    if (gpus > 0 && rest() > most) {
        const double fit = std::clamp(most / rest(), 0.25, 1.0);
        for (double* part : {&power.cpu_idle, &power.cpu_max, &power.memory, &power.nics, &power.nv_switches,
                             &power.other, &power.fan_max})
            *part *= fit;
    }
    power.left_for_gpus = whole - rest();
    return power;
}

} // namespace roofrack
