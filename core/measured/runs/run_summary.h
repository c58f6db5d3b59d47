// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <string>
#include <string_view>

namespace roofrack {

/// What the files of a run are, in one line for a list of runs: "PyTorch profile of 8 ranks, Tesla V100, 3
/// steps each of 19 ms (median of 24; mean 21 ms)"; of logs summary_of() their first. Ranks of
/// different runs have no step in common, and are counted alone. Empty where nothing was read.
std::string run_summary(const TraceResult& trace);

/// Several were read of one file, and none of them tells its rank, as of an Nsight database: they are called
/// devices.
bool are_devices(const TraceResult& trace);
/// "all devices" of such a run, else "all ranks".
std::string_view all_ranks_text(const TraceResult& trace);

} // namespace roofrack
