// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

/// One operation of a pipeline's timeline.
struct PipelineEvent {
    int64_t start_ns = 0, duration_ns = 0;
    int32_t step = 0;      ///< as the program counts
    int32_t data_rank = 0; ///< data-parallel rank
    int32_t stage = 0;
    int32_t type = 0;     ///< position among the types
    int32_t sequence = 0; ///< the how many-th of its type in the step, from 0
};

/// What every worker of a pipeline did, step by step: Chrome events with `step` and `seq_id`, the
/// data-parallel rank as process, threads named "PP rank S, TP rank T, …", as ByteDance's straggler analysis
/// writes the timers of Megatron. A transfer's event begins when all who take part are there.
struct PipelineTimeline {
    std::vector<std::string> types; ///< "forward-compute", "grads-reduce-scatter" …
    std::vector<PipelineEvent> events;
    int stages = 0, data_ranks = 0;
};

/// Fails where the file is no such timeline, or one of interleaved stages, whose transfers cannot be told
/// apart by their order.
Result<PipelineTimeline> read_pipeline_timeline(const std::filesystem::path& path,
                                                const std::stop_token& stop = {});

} // namespace roofrack
