// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/replay/straggler_study.h"
#include "core/measured/trace/trace.h"

#include <stop_token>
#include <vector>

namespace roofrack {

struct ReplayedTraces {
    std::vector<StragglerStudy> studies; ///< one a timeline of all workers
    std::vector<Diagnostic> refused;     ///< why a timeline could not be replayed
};

/// Replays what the traces that were read hold of all workers of a run. It reads a timeline again: one that a
/// digest or an archive names is refused.
ReplayedTraces replay_traces(const TraceResult& traces, const std::stop_token& stop = {});

} // namespace roofrack
