// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/fabric_network.h"

namespace roofrack {

/// Both NICs of a path, one way [judgement].
inline constexpr Seconds nic_latency{1.3e-6};
/// One hop of a torus; jax-ml/scaling-book sharding.md (defaults.json topology.tpu_hop_latency_us).
inline constexpr Seconds torus_hop{1e-6};
/// Between sites: 1,000 km of fibre at 5 µs/km [judgement; the drawing has no distances].
inline constexpr Seconds wan_latency{5e-3};

struct FabricLevels {
    std::vector<FabricLevel> levels;
    double torus_axes = 0;
};

/// The nested blocks of a network, innermost first; the last is the whole drawing.
/// Fails when the dims of a torus do not multiply to the servers or GPUs it joins.
Result<FabricLevels> read_levels(const Cluster& cluster, const Containment& containment,
                                 const Network& network, double routing_factor);

/// One way through both NICs and `hops` switches of a technology, without a drawing.
Seconds network_latency(double hops, LinkClass link_class);

} // namespace roofrack
