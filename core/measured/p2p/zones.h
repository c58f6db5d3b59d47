// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/p2p/node_groups.h"

namespace roofrack {

/// A container that groups need around them: each of its `blocks` instances holds an equal share of each
/// group.
struct Zone {
    int64_t blocks = 1;
    bool is_rack = false;
    std::vector<int> groups; ///< indices of groups, sorted
    int parent = -1;         ///< the zone around it
};

/// The pods in which meshes are laid, and with `with_racks` the racks that the file names, where each holds
/// as much of the same groups; the parent of a zone stands before it. Nothing where they do not nest.
std::optional<std::vector<Zone>> find_zones(const P2pFile& file, const GroupedNodes& grouped,
                                            bool with_racks);
/// The innermost zone of a group; −1: none.
int zone_of(const std::vector<Zone>& zones, int group);

} // namespace roofrack
