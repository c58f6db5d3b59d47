// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/network/fabric.h"

#include <span>
#include <vector>

namespace roofrack {

/// Latency from port to port of a switch whose part says none.
Seconds switch_hop(LinkClass link_class, const Defaults::Topology& constants);

/// Latency of one way through both NICs and `hops` switches of a technology, without a drawing.
Seconds network_latency(double hops, LinkClass link_class, const Defaults::Topology& constants);

/// Latency of one way over the distance between the ends of a link: the link's own, else that of as much
/// fibre, else, between sites, that of a usual distance; 0 where nothing is said.
Seconds distance_latency(const Link& link, bool between_sites, const Defaults::Topology& constants);

/// A server, or a switch that servers reach, of the drawn network.
struct NetworkNode {
    int element = 0; ///< index into Cluster::elements
    bool server = false;
    double instances = 0;
    int tier = 0; ///< 0: server; 1: leaf …
    const Part* part = nullptr;
    Seconds hop{};        ///< switch: latency from port to port
    double health = 1;    ///< switch: share of ports up
    bool reduces = false; ///< switch: in-network reduction

    // Servers only.
    double gpus = 0;    ///< GPUs of one server
    double domain = 1;  ///< GPUs of one scale-up domain; more than `gpus` when it spans servers
    double in_rack = 1; ///< servers in one instance of their rack; without a rack, all
    int cabinet = -1;   ///< into Network::cabinets, where the domain may span server elements
    ByteRate scale_up{};
    ByteRate host_link{}; ///< rate of a GPU's link to its host, one direction
    LinkClass scale_up_class = LinkClass::nvlink;
    bool nvlink = false; ///< the scale-up links are NVLink itself, not others that have its class
};

/// A drawn link between two nodes; a torus link has from = to.
struct NetworkLink {
    int link = 0;         ///< index into Cluster::links
    int from = 0, to = 0; ///< nodes; rail: `from` is the server side; each: the side with more instances
    LinkSpan span;
    ByteRate cable{}; ///< one cable, one direction, with the health of the link and of its switches
    double background = 0;
    LinkClass link_class = LinkClass::infiniband;
    int phase = 0; ///< blocks grow over the links of phase 0 first, then 1 …
};

/// What one phase of growth adds: the links of one switch tier, or those between switches of one tier.
struct NetworkPhase {
    int tier = 1;
    bool sideways = false; ///< between switches of the same tier
};

/// The compute network of a drawing as a quotient graph: one node an element, whatever its count.
struct Network {
    std::vector<NetworkNode> nodes;
    std::vector<NetworkLink> links; ///< without torus links between servers
    std::vector<NetworkLink> torus; ///< torus links between servers, and their dims in Cluster::links
    std::vector<NetworkPhase> phases;
    /// Nodes of servers of one part in one rack, where there are several: drawn apart they share a domain all
    /// the same.
    std::vector<std::vector<int>> cabinets;
    double gpus = 0;

    /// Links (indices) at a node, those of inner phases first.
    std::span<const int> links_at(int node) const {
        const auto i = static_cast<size_t>(node);
        return std::span(incident).subspan(static_cast<size_t>(first[i]),
                                           static_cast<size_t>(first[i + 1] - first[i]));
    }
    /// Sorts the links by the nodes they end at; after any change of links or phases.
    void index_links();

    std::vector<int> first;    ///< for each node: where its links begin in `incident`
    std::vector<int> incident; ///< links by node
};

/// distance_latency() of the longest of a phase's links; a border between sites without a drawn link between
/// them has that of a usual distance.
Seconds farthest_distance(const Cluster& cluster, const Network& network, int phase, LinkClass border,
                          const Defaults::Topology& constants);

/// `ends`: all_link_ends(). Fails when a link has an end that is not drawn, when no bandwidth can be told, or
/// when there is no GPU.
Result<Network> read_network(const Cluster& cluster, const Containment& containment, const Catalog& catalog,
                             std::span<const std::optional<LinkEnds>> ends);
} // namespace roofrack
