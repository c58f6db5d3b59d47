// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_network.h"

#include <memory>

namespace roofrack {

/// A part of what a block holds: the first `held` instances of a node.
struct BlockPart {
    int node = 0;
    double held = 0;
};
/// All that a block holds, sorted by node; nodes of which it holds nothing are left out.
using Block = std::vector<BlockPart>;

double gpus_in(const Block& block, const Network& network);

/// The first `servers` servers of a node's scale-up domain: its own first, then those drawn beside it.
Block first_servers(const Network& network, int node, double servers);

/// Grows blocks over a network. A block that starts at the first instance of any node holds the first
/// instance of all that it reaches, so all nodes that a phase joins grow one and the same block: it is grown
/// once and shared, however many servers were drawn one by one.
class BlockGrower {
public:
    explicit BlockGrower(const Network& network);

    /// The block `first`, which is first_servers() of `node`, with all that the links of phases ≤ `phase`
    /// join to it, directly or by way of what they join. Blocks are shared until another phase is asked for.
    std::shared_ptr<const Block> grow(const Block& first, int node, int phase);

private:
    Block closure(const Block& seeds, int phase);

    const Network& m_network;
    int m_phase = -1;
    std::vector<std::shared_ptr<const Block>> m_shared; ///< blocks of each node, in m_phase
    std::vector<double> m_held;                         ///< zero between calls
};

/// Max-flow out of a block, all GPUs of it sending at once.
struct BlockFlow {
    double cables = 0;                   ///< cables that leave the block
    double bytes_per_s = 0;              ///< bytes per s of the whole block, one direction
    int link = -1;                       ///< binding link (into Network::links); -1: none
    double background = 0;               ///< largest load by others on a link that leaves the block
    std::optional<LinkClass> link_class; ///< class of the links that leave the block, the binding one's
};
BlockFlow flow_out(const Block& block, const Network& network);

/// s that the switches take on the way from a server up to the highest of them that the links of phases ≤
/// `phase` lead to, and down again: the sum of their port-to-port latencies (NetworkNode::hop), the top one
/// once. NICs and cables are not in it.
Seconds switch_latency(const Network& network, int server, int phase);

/// True when there are switches on the links of phases ≤ `phase`, and all of them reduce.
bool switches_reduce(const Network& network, int phase);

} // namespace roofrack
