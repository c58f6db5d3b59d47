// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_network.h"

namespace roofrack {

struct FabricLevels {
    std::vector<FabricLevel> levels;
    double torus_axes = 0; ///< as in Fabric
    int torus_level = -1;  ///< likewise
    bool torus_grows = false;
    double torus_twist = 1;
};

/// The nested blocks of a network, innermost first; the last is the whole drawing.
/// Fails when the dims of a torus do not multiply to the servers or GPUs it joins.
Result<FabricLevels> read_levels(const Cluster& cluster, const Containment& containment,
                                 const Network& network, const Defaults::Topology& constants,
                                 double routing_factor);

} // namespace roofrack
