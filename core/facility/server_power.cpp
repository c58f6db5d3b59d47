// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/server_power.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofrack {

namespace {

/// Loss L(x) = x(1/η − 1) of 80 PLUS Titanium supplies at 230 V.
struct LossPoint {
    double share, loss;
};
constexpr std::array<LossPoint, 4> titanium{{{0.1, 0.1 * (1 / 0.90 - 1)},
                                             {0.2, 0.2 * (1 / 0.94 - 1)},
                                             {0.5, 0.5 * (1 / 0.96 - 1)},
                                             {1, 1 / 0.91 - 1}}};

/// Watts per GPU of a server whose parts nobody printed (judgement: two 350 W CPUs, 2 TB of DRAM, ten 25 W
/// NICs, four NVSwitches, eight drives and the board around eight GPUs).
constexpr double cpu_idle_per_gpu = 30, cpu_max_per_gpu = 88, memory_per_gpu = 25, nic_watts = 25,
                 nv_switch_per_gpu = 45, other_per_gpu = 25;
/// Fans at full speed, share of the maximum power of an air-cooled server (judgement).
constexpr double fan_share = 0.10;
/// Installed supplies over maximum power where unknown: N+N (judgement).
constexpr double installed_supplies = 2;

} // namespace

Watts PowerSupplies::loss(Watts load) const {
    if (rating <= 0) return {};
    const double x = load.si() / rating;
    size_t i = 1;
    while (i + 1 < titanium.size() && x > titanium[i].share) ++i;
    const LossPoint &a = titanium[i - 1], &b = titanium[i];
    return Watts(rating * (a.loss + (b.loss - a.loss) * (x - a.share) / (b.share - a.share)));
}

double ServerPower::flow_share(double load) const {
    return max_power > 0 ? std::clamp(load / max_power, least_flow, 1.0) : 1;
}

double ServerPower::steady(bool busy) const {
    const double cpu = cpu_idle + (busy ? cpu_utilisation * (cpu_max - cpu_idle) : 0);
    return cpu + memory + nics + nv_switches + other;
}

double ServerPower::fans(double load) const {
    const double share = flow_share(load);
    return fan_max * share * share * share;
}

ServerPower server_power(const Part& server, double gpus, Watts gpu_tdp, Watts gpu_busy) {
    const double units = std::max(gpus, 4.0); // a server without GPUs still has its CPUs
    const double air_share = std::clamp(server.value_or("air_heat_share", 1), 0.0, 1.0);
    const double largest = server.value_or("max_power", gpus * gpu_tdp.si() * 1.6 + (gpus > 0 ? 0 : 800));

    ServerPower power;
    power.max_power = largest;
    double known = 0, assumed = 0; // W in the compute phase
    const auto figure = [&](double& member, std::string_view key, double fallback, double weight) {
        const auto value = server.value(key);
        member = value.value_or(fallback);
        (value ? known : assumed) += weight * member;
    };
    figure(power.cpu_idle, "cpu_idle", cpu_idle_per_gpu * units, 1 - cpu_utilisation);
    figure(power.cpu_max, "cpu_max", cpu_max_per_gpu * units, cpu_utilisation);
    figure(power.memory, "memory_power", memory_per_gpu * units, 1);
    const double nics = server.value_or("nics", gpus > 0 ? gpus : 2);
    figure(power.nics, "nic_power", nic_watts, nics);
    power.nics *= nics;
    figure(power.nv_switches, "switch_power",
           server.value_or("scale_up_domain", gpus) > 1 ? nv_switch_per_gpu * gpus : 0, 1);
    figure(power.other, "other_power", other_per_gpu * units, 1);
    // What the whole server is known to draw, or what others of its kind would.
    const double rest_share = 0.4 * air_share + 0.7 * (1 - air_share);
    const double busy = gpus * gpu_busy.si();
    const double target =
        server.value_or("typical_power", busy + rest_share * std::max(0.0, largest - gpus * gpu_tdp.si()));
    constexpr double without_fans = 0.9; // supply losses and the fans themselves
    const double fan_weight = std::pow(power.flow_share(without_fans * target), 3);
    figure(power.fan_max, "fan_power_max", fan_share * largest * air_share, fan_weight);

    power.supplies.rating =
        server.value_or("psu_rated", 0) * server.value_or("psu_count", server.value_or("psu_needed", 0));
    if (power.supplies.rating <= 0) power.supplies.rating = installed_supplies * largest;

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

    // No server draws more than its name plate, whatever its parts may draw one by one.
    const double steady = power.steady(true), fans = power.fans(steady + busy);
    const double most = largest - power.supplies.loss(Watts(largest)).si() - busy;
    if (gpus > 0 && steady + fans > most) {
        const double fit = std::clamp(most / (steady + fans), 0.25, 1.0);
        for (double* part : {&power.cpu_idle, &power.cpu_max, &power.memory, &power.nics, &power.nv_switches,
                             &power.other, &power.fan_max})
            *part *= fit;
    }
    return power;
}

} // namespace roofrack
