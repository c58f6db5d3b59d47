// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/comm_names.h"
#include "core/trace/trace.h"
#include "core/trace/warning_log.h"

#include <array>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a reader may use while it reads one file.
struct TraceReadContext {
    const CommNames& comm_names;
    size_t window_bytes;
    WarningLog& warnings;
    std::stop_token stop;
    std::function<void(int64_t stored_bytes_done)> progress; ///< never empty
};

/// One format of trace or log. A new format is one file with one reader, listed in trace_formats().
class TraceFormat {
public:
    virtual ~TraceFormat() = default;
    /// `head` is the first text of the file (inflated, up to 64 KiB).
    virtual bool recognises(const std::filesystem::path& path, std::string_view head) const = 0;
    /// Ranks with everything but the file's name; recoverable faults go to the context's warnings.
    /// The diagnostic's `where` may be empty: the caller knows the file.
    virtual Result<std::vector<TraceRank>> read(const std::filesystem::path& path,
                                                const TraceReadContext& context) const = 0;
};

const TraceFormat& kineto_reader();
const TraceFormat& execution_trace_reader();

/// In the order in which they are asked.
std::array<const TraceFormat*, 2> trace_formats();

} // namespace roofrack
