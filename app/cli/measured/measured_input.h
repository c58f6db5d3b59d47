// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/base/commands.h"

#include "core/measured/trace/trace.h"
#include "core/study/calibration/measured_run.h"

#include <string>
#include <vector>

namespace roofrack::cli {

/// What somebody measured, as options of a command: files of one run, or a figure.
struct MeasuredInput {
    std::vector<std::string> measured, outputs;
    std::string collective;
    int ranks = 0, nodes = 0;

    /// Adds --measured; with `nccl` also --nccl and what such outputs do not tell.
    void add_to(const Command& command, bool nccl);
    /// All of it as one run, `with_kernels` of traces; warnings go to stderr. What cannot be read is thrown
    /// as BadInput, a wrong option as UsageError.
    MeasuredRun read(bool with_kernels = false) const;
};

/// Warns of what a reader says of files, each with its byte.
void warn_of(const std::vector<TraceWarning>& warnings);

} // namespace roofrack::cli
