// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/fabric_network.h"

#include <vector>

namespace roofrack {

/// What leaves the block around some server elements before it grows over the links of one phase.
struct NetworkBorder {
    struct Out {
        int link = 0;    ///< into Network::links
        double rate = 0; ///< B/s of its cables that leave one block, one direction
    };
    std::vector<int> servers; ///< nodes whose GPUs all stand in such blocks
    int phase = 0;
    double gpus = 0;       ///< of one block
    double rate = 0;       ///< B/s of all cables that leave one block, also those of later phases
    std::vector<Out> outs; ///< of this phase only
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

    /// Torus that a server element stands in: dims, and GPUs at each crossing; nothing when it is in none.
    struct Torus {
        std::vector<int> dims;
        double unit_gpus = 1;
        int link = -1;    ///< into Network::torus
        double cable = 0; ///< B/s to one neighbour, one direction
        static double neighbours(int dim) { return dim <= 1 ? 0 : dim == 2 ? 1 : 2; }
    };
    const Torus* torus(int server) const;

private:
    struct Block;
    Block start(int server) const;
    void grow(Block& block, int phase) const;
    NetworkBorder border(const Block& block, int phase) const;

    const Network& m_network;
    std::vector<std::vector<int>> m_links_at; ///< of each node
    std::vector<Torus> m_tori;                ///< of each node; without dims: none
    std::vector<NetworkBorder> m_borders;
};

} // namespace roofrack
