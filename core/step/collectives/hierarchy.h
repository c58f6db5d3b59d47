// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collectives.h"

namespace roofrack {

/// The groups of an all-reduce in three: summed by shares inside each block of the farthest border that the
/// whole group crosses, the shares across that border, then gathered inside (Horovod's hierarchical
/// all-reduce; hybrid sharding does the same with sharded state).
struct Hierarchy {
    double inside = 1, across = 1; ///< members in a block; blocks
    GroupPath near, far;           ///< paths of the members of a block; of one member of each

    /// False where the whole group crosses no border, or has one member in each block.
    bool splits() const { return inside > 1 && across > 1; }
};

/// The hierarchy of `members` ranks, `stride` GPUs apart; the rest as for group_path(). Blocks that are
/// unequal count as equal ones.
Hierarchy hierarchy(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs = {},
                    double quality = 1);

/// Seconds of such an all-reduce of `bytes`, across the border once every so many times; infinite where it
/// does not split.
double hierarchical_time(double bytes, const Hierarchy& groups, double across_every = 1);

} // namespace roofrack
