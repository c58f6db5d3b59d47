// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/calibration/measured_run.h"

namespace roofrack {

/// What traces of some ranks of one run tell of its steps.
struct TraceSteps {
    size_t ranks = 0; ///< with marked steps
    double gpus = 0;  ///< GPUs of the run: the world size; 0: not told
    /// One a step that all ranks have, in order; the median over the ranks.
    std::vector<MeasuredBreakdown> breakdowns;
    /// Coefficients of variation of the computation: between the ranks' means, without what steps scatter
    /// them by; and between the steps of one rank. None with fewer than 4 ranks or 3 steps.
    std::optional<double> cv_persistent, cv_iid;
    /// Collectives by their latency: the shortest duration over the ranks, the median of each size.
    std::vector<CollectiveSweep> sweeps;
    std::vector<std::string> refused;
};

TraceSteps trace_steps(const std::vector<TraceRank>& ranks);

} // namespace roofrack
