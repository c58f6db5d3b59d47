// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

namespace roofrack {

/// Which aspects of one drawing are taken from another one.
struct DrawingAspects {
    bool servers = false;   ///< what the servers are: part, power cap, speed
    bool counts = false;    ///< how many of each server and container there are
    bool network = false;   ///< switches, storage and the cables between them and the servers
    bool supply = false;    ///< racks, feeds, cooling units and what connects them
    bool ownership = false; ///< which servers and containers are bought, owned or sold
    bool rest = false;      ///< names, places, notes and waivers
};

/// Whether each aspect of one drawing can be taken from the other, as in a duplicate that was edited: both
/// have the same containers and servers by id, kind and container, at least half of all that is drawn is
/// unchanged, and no cable would lose an end.
bool are_drawn_alike(const Cluster& from, const Cluster& to);

/// The drawing `from` with these aspects of `to`; both are drawn alike. Without any aspect the result is
/// `from`, with all that differ it is `to`.
Cluster with_aspects_of(const Cluster& from, const Cluster& to, const DrawingAspects& aspects);

} // namespace roofrack
