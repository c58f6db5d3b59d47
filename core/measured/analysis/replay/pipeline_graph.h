// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/replay/pipeline_timeline.h"
#include "core/measured/analysis/replay/replay_graph.h"
#include "core/measured/analysis/replay/straggler_study.h"

namespace roofrack {

/// Who waited for whom in a pipeline's timeline: computation of a worker in its order; a receive after the
/// computation of its direction before, its own computation after it; a send after its computation; a send
/// and its receive together; everything else of a worker in its order, together with the same operation of
/// the other data-parallel ranks (gradients, parameters), of the other end of the pipeline (embeddings) or of
/// all (clipping). Fails where a step lacks operations.
Result<ReplayedRun> replay_pipeline(const PipelineTimeline& timeline);

} // namespace roofrack
