// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <string>
#include <vector>

namespace roofrack {

/// The ranks with device activity by the run that they may be of (ranks_by_run()), those of the first file
/// first. They live as long as the trace.
std::vector<std::vector<const TraceRank*>> separate_runs(const TraceResult& trace);

/// "the traces are of 2 different runs (other GPUs …), which have no common mean"; empty where all may be of
/// one.
std::string several_runs_text(const std::vector<std::vector<const TraceRank*>>& runs);
std::string several_runs_text(const TraceResult& trace);

} // namespace roofrack
