// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/intervals.h"
#include "core/measured/trace/matched_collectives.h"

#include <cstddef>
#include <vector>

namespace roofrack {

/// Time that a rank communicated while it computed nothing, and what of that it waited for others.
struct ExposedCommunication {
    IntervalUnion exposed; ///< communication without computation
    IntervalUnion waiting; ///< the part in which every collective at work waited for a rank
    /// The exposed time by collective, ns, in the order of TraceRank::collectives: where several ran at once
    /// it counts for the one that began first, so they add up to `exposed`.
    std::vector<int64_t> by_collective;
    /// The part of it that this collective waited.
    std::vector<int64_t> waited_by_collective;
};

/// `wait_ns`: how long each collective waited from its start, in the order of TraceRank::collectives.
ExposedCommunication exposed_communication(const TraceLanes& lanes, const std::vector<int64_t>& wait_ns);

} // namespace roofrack
