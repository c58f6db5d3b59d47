// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"
#include "core/drawing/network/fabric_network.h"
#include "core/drawing/network/network_borders.h"

#include <string>
#include <vector>

namespace roofrack {

/// A level of the drawing: what one kind of block is, and what joins the next inner blocks to it.
struct FabricPlace {
    std::string name;      ///< "NVLink domain", "server", or of the switches that join: "leaf", "spine"
    double block_gpus = 1; ///< GPUs of one block (of the kind of server that most GPUs stand in)
};

/// Where each drawn thing belongs. Rooms, feeds, coolers, notes and spare links belong to no level.
struct FabricPlaces {
    std::vector<FabricPlace> levels; ///< innermost first; the storage's network last, when one is drawn
    int storage = -1;                ///< index of the storage's network in `levels`; −1: none
    struct Placed {
        std::string id;
        int level = 0; ///< into `levels`
    };
    std::vector<Placed> elements; ///< in drawn order; a rack is where its servers are
    std::vector<Placed> links;    ///< in drawn order
};

/// Servers belong to the innermost level, switches and links to the level whose blocks they join. Switches
/// whose names differ by a number alone ("leaf 1", "leaf 2") name their level once; of several names, "tier
/// N".
FabricPlaces fabric_places(const Cluster& cluster, const Containment& containment, const Fabric& fabric,
                           const Network& network, const NetworkBorders& borders);

} // namespace roofrack
