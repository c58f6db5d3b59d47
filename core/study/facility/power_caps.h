// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/engine/evaluate.h"

#include <stop_token>

namespace roofrack {

/// All GPUs held to a share of their TDP.
struct PowerCap {
    double share = 1; ///< share of the TDP
    Seconds step{};   ///< wall step
    double rate = 0;  ///< useful tokens (samples) a second
    Watts facility{}; ///< at the meter, mean over the wall clock
    Watts it{};       ///< racks and network, mean over the step
    Watts range{};    ///< range that the grid sees in every step
    Joules energy_per_million{};
    double dollars_per_million = 0; ///< 0: nothing has a price
};
void describe(figures::Builder<PowerCap>& figures);

/// What caps do to speed, power and money: each is a scenario of its own, evaluated again.
struct PowerCaps {
    std::vector<PowerCap> caps; ///< the highest first: uncapped
    bool counts_samples = false;
    double drawn_share = 1; ///< share of the TDP, as the servers are drawn: the lowest of them

    /// The one with the least $ per million; of the least energy where nothing has a price. nullptr: none.
    const PowerCap* best() const;
    const PowerCap* least_energy() const; ///< with the least energy
};
void describe(figures::Builder<PowerCaps>& figures);

/// The caps from the TDP down to half of it; none where the scenario has no step.
PowerCaps power_caps(const Prepared& drawn, const std::stop_token& stop = {});

} // namespace roofrack
