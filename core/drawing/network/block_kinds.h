// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric.h"

namespace roofrack {

/// The block around the first server of one drawn server element, at one level.
struct TypeBlock {
    double gpus = 0;   ///< in the block
    double inside = 0; ///< B/s a GPU between the next inner blocks
    double egress = 0; ///< B/s a GPU out of it
    double drawn = 0;  ///< GPUs of the server element
};

/// Blocks of the level that are alike together, in drawn order; empty where all are alike.
std::vector<BlockKind> block_kinds(const std::vector<TypeBlock>& types);

/// Where a level's blocks close further out without more GPUs in most of them: each type's block as it is
/// there. One that grew had the inner border inside.
std::vector<TypeBlock> closed_further_out(std::vector<TypeBlock> inner, const std::vector<TypeBlock>& outer);

/// How a group of ranks lies on a level.
struct BlockSpread {
    double members = 1; ///< in the largest of its blocks
    double blocks = 1;  ///< blocks that it spans
};
/// The spread of `members` ranks, `stride` GPUs apart, in a job of `gpus` GPUs, which are the first in drawn
/// order (beyond the drawing the mix repeats). With unequal blocks the group that spans most: it fills the
/// smallest blocks first.
BlockSpread block_spread(const Fabric& fabric, const FabricLevel& level, double members, double stride,
                         double gpus);

/// Calls `use(kind)` for each kind of block of the level in which the job has GPUs; for none where all are
/// alike.
template<class Use>
void for_kinds_at_work(const FabricLevel& level, double gpus, Use use) {
    for (const BlockKind& kind : level.unequal)
        if (kind.first < gpus) use(kind);
}

/// Ranks of a group in one block of so many GPUs.
double ranks_in(double block_gpus, double members, double stride);

} // namespace roofrack
