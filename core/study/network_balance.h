// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// The cluster with so many times the network that is drawn, at so many times its price. Money in $.
struct NetworkChoice {
    double factor = 1;
    ByteRate egress{}; ///< egress of a GPU out of its scale-up domain
    Plan plan;
    Seconds step{};          ///< with its checkpoints and failures
    double progress = 0;     ///< tokens (samples of a profile) a second of the wall clock
    double waiting_gpus = 0; ///< GPUs' worth of waiting, against a network that takes no time
    Dollars network{};       ///< price of switches, optics and cables
    /// What a network of that speed may cost at most, for a million tokens to cost what they do as drawn;
    /// below zero: not for nothing either.
    Dollars worth{};
    /// $ per million tokens (samples): the network itself; all else while the network would take no time;
    /// all else while it is waited for.
    double for_network = 0, for_work = 0, for_waiting = 0;
    double dollars_per_million() const { return for_network + for_work + for_waiting; }
};

/// Network price against waiting: what a slower network saves, and what the GPUs that wait for it cost.
struct NetworkBalance {
    std::vector<NetworkChoice>
        choices;                       ///< by factor; 1 is among them. Empty: nothing is chosen, for `reason`
    std::string reason;                ///< "all GPUs are in one scale-up domain", "the plan has no step"
    std::vector<std::string> unpriced; ///< rows of the network that have no price: it costs more than that
    bool counts_samples = false;       ///< a profile: its millions are of samples
    double hourly_share = 0;           ///< $ per hour of a $ of capital, operation included

    const NetworkChoice* drawn() const;    ///< null without choices
    const NetworkChoice* cheapest() const; ///< cheapest of a million tokens; null without choices
};
void describe(figures::Builder<NetworkChoice>& figures);
void describe(figures::Builder<NetworkBalance>& figures);

struct NetworkBalanceOptions {
    bool replan = false; ///< the best plan for each network, else the plan as given
};

/// All levels above the scale-up domain times each of 1/8, 1/4, 1/2, 1, 2, 4; what they cost in proportion
/// (an assumption: half the switches, optics and cables carry half). NICs come with their servers. What an
/// hour costs is running_cost()'s, the network's part of it the capital recovery and operation of its price,
/// with its share of installation, spares and contingency (economics.h, capital.h). Stopped: no choices.
NetworkBalance network_balance(const Prepared& prepared, const NetworkBalanceOptions& options = {},
                               const std::stop_token& stop = {});

} // namespace roofrack
