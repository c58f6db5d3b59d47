// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/log_lines.h"
#include "core/measured/trace/logs/measured_file.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace roofrack {

/// Takes a log line by line and puts what it understands into a MeasuredFile.
class LogParser {
public:
    virtual ~LogParser() = default;
    virtual void line(std::string_view line, MeasuredFile& out) = 0;
    /// After the last line; also where the file was cut off.
    virtual void end(MeasuredFile&) {}
    /// What is missing where the file held nothing that was measured: "the launch failed before …".
    virtual std::string nothing_found() const { return "it tells of no iteration"; }
    /// After the end: what its reader must know of the values, what was left out; empty: nothing.
    virtual std::string warning() const { return {}; }
    /// The number of the first iteration of a run, as the program counts.
    virtual int64_t first_number() const { return 1; }
};

/// One program's log. A new one is a file here, listed in log_formats().
struct LogFormat {
    MeasuredKind kind;
    std::string_view program;
    /// `head`: the first megabyte, with escapes and tags.
    bool (*recognises)(std::string_view head);
    std::unique_ptr<LogParser> (*parser)();
    bool times_parts = false;     ///< it may tell what parts of a step or of the run took
    std::string_view step_mark{}; ///< in each line that tells of an iteration; empty: none is known
};

template<class Parser>
std::unique_ptr<LogParser> new_parser() {
    return std::make_unique<Parser>();
}

/// In the order in which they are asked.
std::span<const LogFormat> log_formats();

LogFormat mlperf_log();
LogFormat nccl_tests_log();
LogFormat all_reduce_bench_log();
LogFormat tracelens_log();
LogFormat megatron_log();
LogFormat nemo_log();
LogFormat torchtitan_log();
LogFormat deepspeed_log();
LogFormat composer_log();
LogFormat maxtext_log();
LogFormat nvidia_smi_log();
LogFormat dcgm_exporter_log();

/// What a file that no reader knows looks like, for the message: "a table with the columns file, test, N".
std::string looks_like(std::string_view head);

} // namespace roofrack
