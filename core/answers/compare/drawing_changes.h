// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

namespace roofrack {

/// Which parts of one drawing stand in another one's place.
struct DrawingParts {
    bool servers = false;   ///< what the servers are: part, power cap, speed
    bool counts = false;    ///< how many of each server and container there are
    bool network = false;   ///< switches, storage and the cables between them and the servers
    bool supply = false;    ///< racks, feeds, cooling units and what connects them
    bool ownership = false; ///< which servers and containers are bought, owned or sold
    bool rest = false;      ///< names, places, notes and what is accepted
};

/// Whether any parts of one can stand in the other's place, as in a duplicate that was edited: the same
/// containers and servers by id, kind and container, half of all that is drawn unchanged, and no cable that
/// would lose an end.
bool are_drawn_alike(const Cluster& from, const Cluster& to);

/// `from` with these parts of `to`, of drawings that are drawn alike. With none of them it is `from`, with
/// all that differ `to`.
Cluster with_parts_of(const Cluster& from, const Cluster& to, const DrawingParts& parts);

} // namespace roofrack
