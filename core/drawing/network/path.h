// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/ports.h"

namespace roofrack {

/// One instance of a drawn element, counted from 0 through the whole drawing.
struct PathPoint {
    int element = 0; ///< index into Cluster::elements
    double instance = 0;
};

/// One stretch of a path.
struct PathStep {
    int link = -1; ///< index into Cluster::links; −1: inside the scale-up domain, or from a container to
                   ///< what stands in it
    PathPoint to;
    double rate =
        0; ///< rate of one cable, one direction: bytes/s; of one feed or cooling unit: W; 0: unknown
    Seconds latency{}; ///< latency that it adds: the switch reached, or the distance between sites
};

/// A summand of the latency with where its figure comes from.
struct LatencyTerm {
    std::string name; ///< "both NICs", "Leaf"
    Seconds value{};
    std::string source; ///< "judgement", the part's own source
};

/// A bandwidth (bytes/s, one direction) or a power (W), and the drawn link that holds it down.
struct PathRate {
    double value = 0; ///< 0: unknown
    int link = -1;
};

/// The shortest way between two drawn things.
struct Path {
    LinkKind kind = LinkKind::network;
    PathPoint from;
    std::vector<PathStep> steps; ///< in order; the last one reaches the other end
    int switches = 0;            ///< passed between the ends
    double links = 0;            ///< cables passed; more than steps in a torus
    PathRate flow;               ///< one flow: the slowest cable on the way
    PathRate pair;               ///< all that one end can send to the other, over all its cables at once
    /// All instances of one end to all of the other by max-flow; of one element: one half to the other half.
    PathRate aggregate;
    Seconds latency{};              ///< one way; 0 for power and cooling
    std::vector<LatencyTerm> terms; ///< its summands
    std::string formula;            ///< "both NICs + 3 switches"

    const PathPoint& to() const { return steps.back().to; }
};

/// The fewest switches; among equals the faster cables. What is down (health 0) is no way. A rack stands for
/// its largest group of servers. A server does not forward, and a network of its own for storage is only used
/// to reach storage. Without instances the first of `from` and the last of `to`, the farthest pair. Also from
/// a feed or a cooling unit to what it serves. Latency: both NICs + each switch's port-to-port figure, its
/// technology's where the part has none, + a step between sites (Defaults::Topology). Fails when there is no
/// way, an end is not drawn, or an instance is beyond the count.
Result<Path> find_path(const Cluster& cluster, const Catalog& catalog, const PortTable& table,
                       std::string_view from, std::string_view to, std::optional<double> from_instance = {},
                       std::optional<double> to_instance = {});

} // namespace roofrack
