// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/group_spans.h"

#include <array>
#include <vector>

namespace roofrack {

/// The traffic of one kind of collective of a step across the borders of blocks of GPUs. The counterpart of
/// CollectiveCost in bytes on the wire; bytes of a step, of all its micro-batches.
struct BorderTraffic {
    enum class Pattern {
        ring,       ///< `bytes` pass every border between members, whatever their number (trees move as much)
        exchange,   ///< all-to-all of a buffer of `bytes` a rank
        neighbours, ///< every rank sends `bytes` to its next member and as much to the one before
    };
    struct Flow {
        GroupSpan span;
        Pattern pattern = Pattern::ring;
        double bytes = 0;
    };
    std::vector<Flow> flows;
    double seconds = 0; ///< seconds that the collectives run in a step, hidden or not
    double reach = 1;   ///< share of a link's rate that their algorithm can use

    /// Bytes that one GPU of a block of `block_gpus` sends across the block's border in a step, in the mean
    /// of the block's GPUs; as many come in. With m = clamp(⌊block / stride⌋, 1, n) of a group's n members in
    /// the block: ring V/m, exchange S·(n−m)/n, neighbours 2·S·(n−1)/n/m; none where m = n.
    double leaving(double block_gpus) const;
};

/// Indexed by StepCost::Comm. An all-reduce of S bytes over n members passes 2(n−1)/n·S over each border, an
/// all-gather or reduce-scatter (n−1)/n·S (nccl-tests doc/PERFORMANCE.md); S alone where switches reduce and
/// between two domains, whose tree uses both directions at a time.
using BorderTraffics = std::array<BorderTraffic, StepCost::comm_count>;
/// `cost`: what transformer_step() or generic_step() said about the same inputs.
BorderTraffics border_traffic(const StepInputs& inputs, const StepCost& cost);
BorderTraffics border_traffic(const GenericInputs& inputs, const StepCost& cost);

} // namespace roofrack
