// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <optional>
#include <vector>

namespace roofrack {

/// Exclusive parts of a window of one device, in seconds: together they are the window. Copies count where
/// neither computation nor communication hides them.
struct WindowParts {
    double compute_s = 0, exposed_comm_s = 0, exposed_mem_s = 0, idle_s = 0;

    double window_s() const { return compute_s + exposed_comm_s + exposed_mem_s + idle_s; }
    WindowParts& operator+=(const WindowParts& other);
    WindowParts& operator/=(double count);
};
WindowParts parts_of(const TraceTimes& times);

/// The mean over the steps of all ranks; of a rank without step marks its whole window counts as one.
struct MeanStep {
    WindowParts parts;
    double median_s = 0; ///< median of the same windows
    size_t ranks = 0;    ///< with device activity
    size_t windows = 0;  ///< the mean is over so many
    bool has_steps = false;
};
/// None where no rank has device activity. What separate_runs() tells apart has no common mean, and is asked
/// for run by run.
std::optional<MeanStep> mean_step(const TraceResult& trace);
std::optional<MeanStep> mean_step(const std::vector<const TraceRank*>& ranks);

} // namespace roofrack
