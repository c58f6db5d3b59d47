// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/quantity.h"

#include <vector>

namespace roofrack {

/// Time shares of one step on a GPU; they decide its power. Sum ≤ 1, the rest is idle.
struct DutyCycle {
    double compute = 0;       ///< arithmetic- or HBM-bound kernels
    double communication = 0; ///< exposed collectives
    Seconds step{};           ///< its length; 0: not known, some seconds
    double working = 1;       ///< share of the wall clock in which steps run, those that are repeated too
    double hung = 0;          ///< share in which collectives wait for one that failed; the rest is idle
    double filler = 0;        ///< utilisation that filler work holds all phases of the step to, at least
    /// `compute` of the GPUs of each pace (ServerModel::pace), where the paces differ: who sets the pace
    /// computes while the others wait. Empty: all GPUs have `compute`.
    std::vector<double> compute_by_pace{};

    double compute_of(int pace) const {
        const auto at = static_cast<size_t>(pace);
        return at < compute_by_pace.size() ? compute_by_pace[at] : compute;
    }
};

/// Where the highest mean over a window lies between the mean of the step (0) and the compute phase (1).
struct WindowShares {
    double breaker = 1, ups = 1, transformer = 0, meter = 0;
};

/// What such a window sees of a load.
template<class Load>
constexpr Load seen_over(Load mean, Load peak, double window_share) {
    return mean + window_share * (peak - mean);
}

/// Utilisation over one step, repeated without end: compute phase, communication phase, waiting. However
/// the phases lie in the step, no window sees a higher mean than where equal ones stand together, as here.
struct LoadWave {
    LoadWave(const DutyCycle& duty, const Defaults::Power& constants)
        : LoadWave(duty, duty.compute, constants) {}
    /// The wave of GPUs that compute so much of the step.
    LoadWave(const DutyCycle& duty, double computing, const Defaults::Power& constants);

    double mean() const;
    /// The highest mean over any stretch of time that is so long: the compute phase's own for a short one,
    /// that of the step for a long one.
    double highest_mean(Seconds window) const;
    /// Where that lies between the mean of the step (0) and the compute phase (1).
    double share_over(Seconds window) const;
    /// The windows of Defaults::Power::windows, except for the meter's, which is the site's.
    WindowShares shares(const Defaults::Power& constants, Seconds meter) const;

    double compute_share, communication_share; ///< share of the step
    double compute, communication, waiting;    ///< utilisations
    Seconds step;
};

/// LoadWave::shares() of the duty cycle. Where the paces differ each window has the largest share of any
/// pace, so that no load is taken for less than it is.
WindowShares window_shares(const DutyCycle& duty, const Defaults::Power& constants, Seconds meter);

} // namespace roofrack
