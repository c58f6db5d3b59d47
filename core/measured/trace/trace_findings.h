// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <span>
#include <string>

namespace roofrack {

/// Whom the ranks waited for most: "rank 7 came last to 12 collectives: together the others waited 35.5 ms
/// for it"; empty where nobody was waited for.
std::string straggler_text(const TraceResult& trace);

/// "no GPU activity in timeline-7.json.gz"; empty where a file has some.
std::string nothing_measured_text(const TraceResult& trace);

/// What a log tells, the first with a step time where there are several: "Megatron-LM, 64 GPUs, 5 steps of
/// 124 s (median), and 2 more files"; empty where all are traces.
std::string log_text(const TraceResult& trace);

/// Why the measured job is another than the drawn one, by the names of the GPUs and the ranks that the traces
/// or logs say they are of: "traced on Tesla V100-SXM2-16GB, drawn are NVIDIA H100"; empty where it may be
/// the same. `drawn`: names of the drawn accelerators, ids or labels; none: nothing is drawn.
std::string job_mismatch_text(const TraceResult& trace, std::span<const std::string> drawn,
                              double drawn_gpus);

} // namespace roofrack
