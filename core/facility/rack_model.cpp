// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/rack_model.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {
constexpr int most_rounds = 20;
constexpr double same_temperature = 0.01; // K
} // namespace

StepLoad::StepLoad(const DutyCycle& duty, const Defaults::Power& constants, Seconds meter_window)
    : StepLoad(constants) {
    const LoadWave wave(duty, constants);
    communication = wave.communication;
    mean = wave.mean();
    means.reserve(duty.compute_by_pace.size());
    for (const double compute_share : duty.compute_by_pace)
        means.push_back(LoadWave(duty, compute_share, constants).mean());
    const WindowShares shares = window_shares(duty, constants, meter_window);
    breaker = shares.breaker;
    meter = shares.meter;
}

ServerModel::Own ServerModel::own_speed(double utilisation) const {
    if (gpus <= 0) return {};
    double junction = std::min(limit, base + resistance * cap);
    GpuPowerLaw hot = law;
    double speed = 1, reached = junction;
    for (int round = 0; round < most_rounds; ++round) {
        hot.idle = idle_at(law, Celsius(idle_temperature), Celsius(junction));
        speed = hot.speed_at(Watts(cap), utilisation);
        reached = base + resistance * hot.power(speed, utilisation).si();
        const double next = std::min(limit, reached);
        if (std::abs(next - junction) < same_temperature) break;
        junction = next;
    }
    ThrottleCause throttle_cause =
        speed < 1 ? (software_cap ? ThrottleCause::power_cap : ThrottleCause::thermal) : ThrottleCause::none;
    if (reached > limit) {
        hot.idle = idle_at(law, Celsius(idle_temperature), Celsius(limit));
        const double cooled = hot.speed_at(Watts((limit - base) / resistance), utilisation);
        if (cooled < speed) {
            speed = cooled;
            throttle_cause = ThrottleCause::thermal;
        }
    }
    if (const double held = inlet_speed(); held < speed) {
        speed = held;
        throttle_cause = ThrottleCause::inlet;
    }
    return {std::max(speed, server.constants->lowest_clock), throttle_cause};
}

double ServerModel::inlet_speed() const {
    if (inlet_excess <= 0) return 1;
    const Defaults::Power& c = *server.constants;
    if (trips()) return c.lowest_clock;
    const double share = inlet_excess / c.inlet_reach.si();
    return std::max(c.lowest_clock, 1 - c.inlet_loss * share * share);
}

double ServerModel::least_power(const StepLoad& load) const {
    const double lowest = server.constants->lowest_clock;
    GpuPowerLaw hot = law;
    hot.idle = idle_at(law, Celsius(idle_temperature), Celsius(at(lowest, load).junction));
    return hot.power(lowest, load.compute).si();
}

double ServerModel::junction_at(double dynamic_power) const {
    const double ceiling = limit + 30; // the chip would have shut down
    double junction = std::min(ceiling, base + resistance * (law.idle + dynamic_power));
    for (int round = 0; round < most_rounds; ++round) {
        const double idle = idle_at(law, Celsius(idle_temperature), Celsius(junction));
        const double next = std::min(ceiling, base + resistance * (idle + dynamic_power));
        if (std::abs(next - junction) < same_temperature) return next;
        junction = next;
    }
    return junction;
}

ServerModel::Point ServerModel::at_plug(double junction, double gpu_peak, double gpu_mean, double gpu_trough,
                                        bool busy) const {
    const double steady = server.steady(busy);
    const double fans = server.fans(steady + gpus * gpu_mean); // they follow the mean, not the phases
    const auto plug = [&](double gpu) {
        return server.supplies.input(Watts(steady + fans + gpus * gpu)).si();
    };
    Point point;
    point.junction = junction;
    point.peak = plug(gpu_peak);
    point.mean = plug(gpu_mean);
    point.trough = plug(gpu_trough);
    point.computing = steady + gpus * gpu_mean;
    point.gpus = gpus * gpu_mean;
    point.fans = fans;
    return point;
}

void ServerModel::stand(double share) {
    standing.reset();
    const double most = server.max_power;
    const double least = std::min(most, server.idle_power.value_or(idle().mean));
    standing = {least + share * (most - least), share};
    group = -1;
}

ServerModel::Point ServerModel::standing_point() const {
    Point point;
    point.peak = point.mean = point.trough = standing->plug;
    double inside = standing->plug; // behind the supplies
    for (int round = 0; round < 4; ++round)
        inside = std::max(0.0, standing->plug - server.supplies.loss(Watts(inside)).si());
    point.junction = base;
    if (gpus > 0) {
        const double dynamic = standing->at_tdp * law.dynamic;
        point.junction = junction_at(dynamic);
        const double idle_power = idle_at(law, Celsius(idle_temperature), Celsius(point.junction));
        point.gpus = std::min(inside, gpus * (idle_power + dynamic));
    }
    point.fans = std::min(inside - point.gpus, server.fans(inside));
    point.computing = inside - point.fans;
    return point;
}

ServerModel::Point ServerModel::at(double speed, const StepLoad& load) const {
    if (standing) return standing_point();
    if (gpus <= 0) return at_plug(base, 0, 0, 0, true);
    const double dynamic = law.dynamic * law.shape(speed);
    const double junction = junction_at(dynamic * load.compute);
    const double idle_power = idle_at(law, Celsius(idle_temperature), Celsius(junction));
    return at_plug(junction, idle_power + dynamic * load.compute, idle_power + dynamic * load.mean_of(pace),
                   idle_power + dynamic * load.communication, true);
}

ServerModel::Point ServerModel::idle() const {
    if (standing) return standing_point();
    if (gpus <= 0) return at_plug(base, 0, 0, 0, false);
    const double junction = junction_at(0);
    const double power = idle_at(law, Celsius(idle_temperature), Celsius(junction));
    return at_plug(junction, power, power, power, false);
}

RackModel::Sum RackModel::sum(std::span<const double> speeds, double ceiling, const StepLoad& load,
                              std::span<const double> busy) const {
    Sum total;
    total.peak = total.mean = total.air = total.computing = fixed;
    const ServerModel* last = nullptr;
    double peak = 0;
    visit(speeds, ceiling, load, busy,
          [&](const ServerModel& server, const ServerModel::Point& point, double share) {
              const double weight = server.per_rack * share;
              total.mean += weight * point.mean;
              total.air += weight * point.mean * server.air_share;
              total.liquid += weight * point.mean * (1 - server.air_share);
              total.computing += weight * point.computing;
              total.swing += weight * (point.peak - point.trough);
              total.top += weight * (point.peak - point.mean);
              // Only servers that work count, where some do: they come after the idle ones.
              if (last != &server) peak = 0;
              total.peak += server.per_rack * (point.peak - peak);
              peak = point.peak;
              last = &server;
              if (server.gpus > 0) total.junction = std::max(total.junction, point.junction);
          });
    return total;
}

ThrottleCause RackModel::solve(std::span<double> speeds, const StepLoad& load) const {
    ThrottleCause throttle_cause = ThrottleCause::none;
    double slowest_own = 1;
    for (const ServerModel& server : servers) {
        if (server.group < 0) continue;
        const auto own = server.own_speed(load.compute);
        speeds[static_cast<size_t>(server.group)] = own.speed;
        if (own.speed < slowest_own) {
            slowest_own = own.speed;
            throttle_cause = own.throttle_cause;
        }
    }
    if (power_limit == no_limit && air_limit == no_limit && liquid_limit == no_limit &&
        heat_limit == no_limit)
        return throttle_cause;

    Sum total = sum(speeds, 1, load);
    const bool heat_limited = air_limit < no_limit || liquid_limit < no_limit || heat_limit < no_limit;
    if (const double above = total.at_breaker(load) - power_limit; above > 0) {
        const auto excess = [&](double x) { return sum(speeds, x, load).at_breaker(load) - power_limit; };
        hold(speeds, fastest_within(lowest_clock, above, excess));
        throttle_cause = ThrottleCause::feed;
        if (heat_limited) total = sum(speeds, 1, load);
    }
    if (heat_limited && heat_excess(total) > 0) {
        const auto excess = [&](double x) { return heat_excess(sum(speeds, x, load)); };
        hold(speeds, fastest_within(lowest_clock, heat_excess(total), excess));
        throttle_cause = ThrottleCause::cooling;
    }
    return throttle_cause;
}

bool RackModel::trips() const {
    return loop_missing || std::ranges::any_of(servers, [](const ServerModel& server) {
               return server.gpus > 0 && server.trips();
           });
}

void RackModel::hold(std::span<double> speeds, double ceiling) const {
    for (const ServerModel& server : servers) {
        if (server.group < 0) continue;
        double& speed = speeds[static_cast<size_t>(server.group)];
        speed = std::min(speed, ceiling);
    }
}

double RackModel::slowest(std::span<const double> speeds) const {
    double slowest = 1;
    for (const ServerModel& server : servers)
        if (server.group >= 0) slowest = std::min(slowest, speeds[static_cast<size_t>(server.group)]);
    return slowest;
}

} // namespace roofrack
