// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"
#include "core/measured/interchange/rank_layout.h"
#include "core/step/cost/stage.h"

#include <cstdint>
#include <vector>

namespace roofrack {

/// One node of an execution trace, the same on all ranks of a pipeline stage.
struct ChakraNode {
    enum class Kind : uint8_t { compute, all_reduce, all_gather, reduce_scatter, all_to_all, send, receive };
    Kind kind = Kind::compute;
    RankGroup group = RankGroup::tensor; ///< collectives
    bool backward = false;
    const char* name = "";
    int layer = -1, micro_batch = -1;
    double seconds = 0, flops = 0, bytes = 0; ///< compute
    uint64_t size = 0; ///< collectives: of the buffer that a rank puts in; sends: of the message. Bytes
    int peer_stage = 0, tag = 0;
    uint64_t needs[2] = {0, 0}; ///< ids of earlier nodes; 0: none
};

/// One step on the ranks of a stage, in the order in which they run it: 1F1B or interleaved 1F1B (Narayanan
/// 2021). Computation is one chain, communication another (ASTRA-sim runs one of each at a time); a node
/// needs the one before it in its own chain and what it waits for in the other. The id of a node is its index
/// + 1. Durations are those of the cost model at unthrottled clocks, with the gaps between kernels.
std::vector<ChakraNode> chakra_program(const StepContext& context, const Plan& plan, int stage,
                                       ChakraDetail detail);

/// True when the plan's virtual stages can be interleaved: micro-batches fill whole rounds of the stages.
bool interleaves(const StepContext& context, const Plan& plan);

} // namespace roofrack
