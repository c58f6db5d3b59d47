// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/facility/gpu_power.h"
#include "core/facility/server_power.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace roofrack {

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Phases of a step as utilisations: of the compute phase, of the communication phase, and the mean over the
/// step. Utilisation is not MFU.
struct StepLoad {
    /// GPUs that compute all the time.
    explicit StepLoad(const Defaults::Power& constants)
        : compute(constants.compute_utilisation)
        , communication(constants.communication_utilisation)
        , mean(constants.compute_utilisation) {}
    StepLoad(const DutyCycle& duty, const Defaults::Power& constants, Seconds meter_window);

    double compute, communication, mean;
    double breaker = 1, meter = 0; ///< window_shares() of breakers and of the site's meter
    std::vector<double> means{};   ///< mean of each pace, where they differ; empty: all GPUs have `mean`

    double mean_of(int pace) const {
        const auto at = static_cast<size_t>(pace);
        return at < means.size() ? means[at] : mean;
    }
};

/// One drawn server element as power and heat see it. Plain doubles in W, K, °C: the inside of the step-time
/// loop.
struct ServerModel {
    int group = -1; ///< index in Fabric::groups; −1: no GPUs
    int pace = 0;   ///< kinds of GPU at their drawn speed, numbered: GPUs of one pace compute equally long
    double per_rack = 1; ///< servers in one rack instance
    double gpus = 0;     ///< in one server
    GpuPowerLaw law;     ///< with `idle` at `idle_temperature`
    double idle_temperature = 0;
    double tdp = no_limit;     ///< TDP of one GPU
    double cap = no_limit;     ///< software cap or TDP, the smaller
    bool software_cap = false; ///< the cap is the user's
    double limit = no_limit;   ///< throttle temperature
    double base = 0;           ///< junction at no GPU power, the rest of the server busy
    double resistance = 0; ///< junction rise per watt of one GPU: heat sink or cold plate, and the coolant
                           ///< that all GPUs warm
    double air_share = 1;
    /// K of its inlet over what it allows: from 0 on its clock falls, up to where it switches off.
    double inlet_excess = -std::numeric_limits<double>::infinity();
    ServerPower server;
    /// The standing load of a server: it draws the same at its plug whatever a job does.
    struct Standing {
        double plug = 0;   ///< W
        double at_tdp = 0; ///< how far its GPUs are from idle (0) to their TDP (1)
    };
    std::optional<Standing> standing;

    /// From now on it draws its idle power and `share` of the difference between that and its name plate,
    /// whatever a job does, and it has no clock that a limit could lower.
    void stand(double share);

    /// Holds its GPUs to so much; what is not below the TDP holds nothing.
    void hold_to(double watts) {
        software_cap = watts < tdp;
        cap = software_cap ? watts : tdp;
    }

    struct Own {
        double speed = 1;
        ThrottleCause throttle_cause = ThrottleCause::none;
    };
    /// Clock under its own cap and throttle temperature: the fixed point of temperature, leakage and clock,
    /// approached from the hot side in at most 20 rounds.
    Own own_speed(double utilisation) const;
    /// Clock that the temperature at the inlet leaves: 1 − inlet_loss·(inlet_excess/inlet_reach)², by the
    /// constants of power; the lowest clock where the server switches off (trips()).
    double inlet_speed() const;
    /// What one of its GPUs draws in the compute phase at the lowest clock, W: no cap holds it to less.
    double least_power(const StepLoad& load) const;
    bool trips() const { return inlet_excess >= server.constants->inlet_trip.si(); }

    /// One server at one clock: its temperature in °C, its power in W.
    struct Point {
        double junction = 0;       ///< chip temperature in the compute phase
        double peak = 0;           ///< power at the plug in the compute phase
        double mean = 0;           ///< power at the plug, mean over the step
        double trough = 0;         ///< power at the plug in the communication phase
        double computing = 0;      ///< mean power of what computes: without fans and supply losses
        double gpus = 0, fans = 0; ///< mean power of its GPUs, part of `computing`, and of its fans
    };
    Point at(double speed, const StepLoad& load) const;
    /// No job runs.
    Point idle() const;

private:
    double junction_at(double dynamic_power) const;
    Point standing_point() const;
    Point at_plug(double junction, double gpu_peak, double gpu_mean, double gpu_trough, bool busy) const;
};

/// One rack element, or a server in no rack. Limits are of one instance.
struct RackModel {
    std::string id, name; ///< as drawn
    double count = 1;
    std::vector<ServerModel> servers;
    double fixed = 0;              ///< switches and storage in it, W; all to air
    double power_limit = no_limit; ///< against the highest mean over a breaker's window
    /// What is left of `power_limit` when the feed that gives the most is lost: "secured" in figures.
    double limit_after_worst_failure = no_limit;
    double air_limit = no_limit, liquid_limit = no_limit, heat_limit = no_limit; ///< against the mean
    std::optional<double> inlet, inlet_limit, coolant;                           ///< °C
    bool loop_missing = false; ///< units are drawn for it, and none takes the heat of its cold plates
    /// No clock falls below this one. A rack whose limit would need a lower clock stays above its limit.
    double lowest_clock = Defaults::built_in().power.lowest_clock;

    struct Sum {
        double peak = 0; ///< peak of an instance whose GPUs work, compute phase
        double mean = 0, air = 0, liquid = 0, computing = 0, swing = 0; ///< averages over the instances
        double top = 0; ///< compute phase above the mean of the step, average over the instances
        double junction = 0;
        double at_breaker(const StepLoad& load) const { return seen_over(mean, peak, load.breaker); }
    };
    /// All servers at their clocks, none faster than `ceiling`. `speeds` and `busy`, the share of the GPUs
    /// that have work (empty: all), are indexed by group.
    Sum sum(std::span<const double> speeds, double ceiling, const StepLoad& load,
            std::span<const double> busy = {}) const;
    /// All servers with the share of their instances that works and that stands idle.
    template<class Visitor>
    void visit(std::span<const double> speeds, double ceiling, const StepLoad& load,
               std::span<const double> busy, Visitor visitor) const;
    double air_fraction(const Sum& sum) const { return sum.mean > 0 ? sum.air / sum.mean : 1; }
    /// W over the limit on heat that is exceeded most; negative below them all.
    double heat_excess(const Sum& sum) const {
        return std::max({sum.air - air_limit, sum.liquid - liquid_limit, sum.mean - heat_limit});
    }
    /// It cannot run: no clock is low enough.
    bool trips() const;
    /// Writes the clocks of the rack's groups under its own limits; says which limit binds.
    ThrottleCause solve(std::span<double> speeds, const StepLoad& load) const;
    /// Holds every group at or under `ceiling`.
    void hold(std::span<double> speeds, double ceiling) const;
    double slowest(std::span<const double> speeds) const;
};

template<class Visitor>
void RackModel::visit(std::span<const double> speeds, double ceiling, const StepLoad& load,
                      std::span<const double> busy, Visitor visitor) const {
    for (const ServerModel& server : servers) {
        const auto group = static_cast<size_t>(std::max(0, server.group));
        const double share = server.group < 0 || busy.empty() ? 1 : busy[group];
        if (share < 1) visitor(server, server.idle(), 1 - share);
        if (share > 0) {
            const double speed = server.group < 0 ? 1 : std::min(ceiling, speeds[group]);
            visitor(server, server.at(speed, load), share);
        }
    }
}

/// The fastest clock in [low, 1] with excess(clock) ≤ 0, for an increasing `excess` in W with excess(1) =
/// `above` > 0; `low` when there is none. False position (Illinois) over clock^3.5, in which power is nearly
/// straight: three or four rounds.
template<class Excess>
double fastest_within(double low, double above, Excess excess) {
    constexpr double bend = 3.5, close = 0.01; // W: nobody meters closer
    double high = 1, below = excess(low), best = low;
    if (below >= 0) return low;
    low = std::pow(low, bend);
    int side = 0;
    for (int round = 0; round < 40 && high - low > 1e-9; ++round) {
        const double y = low - below * (high - low) / (above - below);
        const double clock = std::pow(y, 1 / bend), value = excess(clock);
        if (value > 0) {
            high = y;
            above = value;
            if (side > 0) below /= 2;
            side = 1;
        } else {
            low = y;
            below = value;
            best = clock;
            if (value > -close) break;
            if (side < 0) above /= 2;
            side = -1;
        }
    }
    return best;
}

} // namespace roofrack
