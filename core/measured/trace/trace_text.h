// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <string>

namespace roofrack {

/// Whom the ranks waited for most: "rank 7 came last to 5 of 8 collectives: the others waited 35.5 ms for it,
/// summed over 7 ranks (33 % of their time)"; empty where nobody was waited for.
std::string straggler_text(const TraceResult& trace);
/// What that rank alone on time would gain, less than the others' wait for it, and the collective that makes
/// half of the wait or more: "74 % of the wait is in the first collective of the step, where ranks 2 and 6
/// came 504 µs before it: the profile's start may be why; were rank 7 alone on time, 1.31 ms would be gained
/// at most". Empty where nobody was waited for, and where the trace does not tell.
std::string late_gain_text(const TraceResult& trace);

/// "no GPU activity in timeline-7.json.gz", "an execution trace has no times: chakra.0.et"; empty where a
/// file has some activity.
std::string nothing_measured_text(const TraceResult& trace);
/// What to do about it: "record the GPU's activities …", "give a profile of the run"; empty where there is
/// some.
std::string nothing_measured_fix(const TraceResult& trace);

/// What a log tells, the first with a step time where there are several: "Megatron-LM, 64 GPUs, 5 steps of
/// 124 s (median), and 2 more files"; empty where all are traces.
std::string log_text(const TraceResult& trace);

} // namespace roofrack
