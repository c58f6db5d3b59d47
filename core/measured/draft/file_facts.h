// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/draft/told_run.h"
#include "core/measured/trace/trace.h"

#include <functional>
#include <string>
#include <string_view>

namespace roofrack {

/// Adds what the files' text says of the run beyond what was measured. Each reads one kind of file again from
/// the start; one that is gone or cannot be read adds nothing but what went wrong to ToldRun::unread.

/// Metadata and operators of a PyTorch profile. `activity`: what was measured of its rank; null: nothing.
/// Where notes were kept of it the file is not read again.
void read_profile_facts(const MeasuredFile& file, const TraceRank* activity, ToldRun& run);
/// The operators of a PyTorch execution trace.
void read_operator_facts(const MeasuredFile& file, ToldRun& run);
/// Arguments, launcher and tables in the log of a training program or of nccl-tests.
void read_log_facts(const MeasuredFile& file, ToldRun& run);
/// Benchmark, system and batch of an MLPerf log.
void read_mlperf_facts(const MeasuredFile& file, ToldRun& run);
/// Hosts of an XPlane.
void read_xplane_facts(const MeasuredFile& file, ToldRun& run);

/// Gives the lines of a log to `take`, as far as its first 64 MiB go. False: it cannot be read.
bool each_log_line(const MeasuredFile& file, ToldRun& run, const std::function<void(std::string_view)>& take);

/// The name of a file without its folders.
std::string short_name(const MeasuredFile& file);

} // namespace roofrack
