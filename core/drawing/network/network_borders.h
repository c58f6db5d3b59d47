// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_block.h"
#include "core/drawing/network/fabric_torus.h"

#include <vector>

namespace roofrack {

/// What leaves the block around some server elements before it grows over the links of one phase.
struct NetworkBorder {
    struct Out {
        int link = 0;    ///< into Network::links
        double rate = 0; ///< B/s of its cables that leave one block, one direction
    };
    std::vector<int> servers; ///< nodes whose GPUs stand in such blocks
    int phase = 0;
    double gpus = 0;       ///< GPUs of one block
    double rate = 0;       ///< B/s of all cables that leave one block, also those of later phases
    std::vector<Out> outs; ///< outs of this phase only
};

/// The borders of every server element at every phase, as the fabric's levels see them (fabric_levels.h), but
/// with all links that cross them. Elements that share a block share its border: the work grows with the
/// links, not with elements × links.
class NetworkBorders {
public:
    /// `network` must outlive this.
    NetworkBorders(const Cluster& cluster, const Containment& containment, const Network& network);

    const std::vector<NetworkBorder>& all() const { return m_borders; }

    /// GPUs of the block around the server element after the links of `phase` and those before have joined
    /// it; −1: before the first.
    double grown_gpus(int server, int phase) const;

    /// The torus that a server element stands in; nullptr when it is in none.
    const Torus* torus(int server) const;

private:
    void read_torus(const NetworkLink& drawn, const Cluster& cluster, const Containment& containment);
    Block start(int server) const;

    const Network& m_network;
    std::vector<Torus> m_tori; ///< tori of each node; without dims: none
    std::vector<NetworkBorder> m_borders;
};

} // namespace roofrack
