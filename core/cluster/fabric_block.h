// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/fabric_network.h"

namespace roofrack {

/// What one block holds: of node i the instances [0, held[i]).
using Block = std::vector<double>;

/// Adds all that the links of phases ≤ `phase` join to the block.
void grow(Block& block, const Network& network, int phase);

double gpus_in(const Block& block, const Network& network);

/// Max-flow out of a block, all GPUs of it sending at once.
struct BlockFlow {
    double bytes_per_s = 0;              ///< of the whole block, one direction
    int link = -1;                       ///< binding link (into Network::links); -1: none
    double background = 0;               ///< largest load by others on a link that leaves the block
    std::optional<LinkClass> link_class; ///< of the links that leave the block, the binding one's
};
BlockFlow flow_out(const Block& block, const Network& network);

/// Hops of switches from a GPU up to a switch tier, over the links of phases ≤ `phase`, and back down. NICs
/// not included.
Seconds switch_latency(const Network& network, int server, int phase);

} // namespace roofrack
