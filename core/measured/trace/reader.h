// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/comm_names.h"
#include "core/measured/trace/logs/measured_file.h"
#include "core/measured/trace/readable_formats.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/warning_log.h"

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
    bool keep_lanes = false;
    bool read_ahead = false; ///< a core is free for a thread that unpacks and looks through what comes next
    bool keep_notes = false; ///< A profile keeps TraceRank::notes.
};

/// What digests hold of the files of other machines, as it was measured there.
struct TraceDigest {
    std::vector<MeasuredFile> files;
    std::vector<TraceRank> ranks;
    std::vector<TraceWarning> warnings;
};

/// What one file gave: its ranks, where it is a trace of devices, and what it is. The file's name and what
/// follows from the ranks (devices, duration, GPU, size) is filled in by the caller where it is missing.
struct TraceReading {
    std::vector<TraceRank> ranks;
    MeasuredFile file;
    std::optional<TraceDigest> digest{}; ///< then all that there is
};

/// One format of trace or log. A new format is one file with one reader, listed in trace_formats().
class TraceFormat {
public:
    virtual ~TraceFormat() = default;
    /// For the list of what can be read; none where the files are no one program's.
    virtual std::vector<ReadableFormat> reads() const { return {}; }
    /// `head` is the first text of the file (inflated, up to a megabyte).
    virtual bool recognises(const std::filesystem::path& path, std::string_view head) const = 0;
    /// Recoverable faults go to the context's warnings.
    /// The diagnostic's `where` may be empty: the caller knows the file.
    virtual Result<TraceReading> read(const std::filesystem::path& path,
                                      const TraceReadContext& context) const = 0;
};

const TraceFormat& kineto_reader();
const TraceFormat& execution_trace_reader();
const TraceFormat& pipeline_reader();
const TraceFormat& nsight_reader();  ///< in core/measured/trace/nsight
const TraceFormat& rocprof_reader(); ///< JSON, in core/measured/trace/rocprof
const TraceFormat& rocpd_reader();   ///< SQLite, in core/measured/trace/rocprof
const TraceFormat& xplane_reader();  ///< in core/measured/trace/xplane
const TraceFormat& chakra_reader();  ///< in core/measured/trace/chakra
const TraceFormat& digest_reader();  ///< in core/measured/trace/digest

/// The reader of the log whose program the head tells; null where it is no log that is known.
const TraceFormat* log_reader(std::string_view head);

/// In the order in which they are asked, before the logs.
std::array<const TraceFormat*, 9> trace_formats();

} // namespace roofrack
