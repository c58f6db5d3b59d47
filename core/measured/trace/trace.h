// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/measured/trace/logs/measured_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

struct TraceLanes;   // core/measured/lanes/trace_lanes.h
struct ProfileNotes; // core/measured/trace/text/profile_notes.h

/// Exact times of one window, integer nanoseconds, by the interval arithmetic of docs/formats.md ("The exact
/// breakdown").
struct TraceTimes {
    int64_t window_ns = 0, compute_ns = 0, comm_ns = 0, mem_ns = 0, idle_ns = 0;
    int64_t overlap_comp_comm_ns = 0, exposed_comm_ns = 0, exposed_mem_ns = 0, dataloader_ns = 0;
    std::optional<double> overlap_pct; ///< 100 × overlap ÷ comm; none without communication
    int64_t device_events = 0;
};

/// What a step's window was cut by: what the step launched, the device's own annotations, or the host's
/// marks, which the device trails by tens of ms.
enum class StepBounds { launch, device, host };
std::string_view name_of(StepBounds bounds);

struct TraceStep {
    std::string name; ///< "ProfilerStep#12"
    std::optional<TraceTimes> times;
    std::optional<StepBounds> bounds{}; ///< none where no device was active
};

/// One communication kernel joined with its metadata where the trace has it.
struct TraceCollective {
    std::string id;               ///< process group + sequence number, or "#n" (n-th by start)
    std::string kind;             ///< "all_reduce", … or the kernel's name
    std::optional<int64_t> bytes; ///< the larger of what a rank sends and receives (nccl-tests' size)
    std::optional<int> group_size;
    int64_t start_ns = 0, duration_ns = 0;
    std::string dtype;
    std::string group{};               ///< process group; empty where it is not known
    std::optional<int64_t> sequence{}; ///< number of the collective in its group
};

/// What one (file, device) measured.
struct TraceRank {
    std::string file;
    std::optional<int> device, rank, world_size;
    std::string gpu;                 ///< device name; empty when unknown
    int64_t bytes = 0;               ///< bytes of the inflated text
    int64_t events = 0;              ///< in the file
    std::optional<TraceTimes> times; ///< none without a device event
    int64_t start_ns = 0;            ///< start ns of its first device event, by the clock of its file
    int64_t clock_base_ns = 0;       ///< time since 1970 at which that clock is 0, where the file tells it
    std::vector<TraceStep> steps;
    std::optional<TraceTimes> outside_steps;
    std::vector<TraceCollective> collectives;
    /// Every event as columns; null unless they were asked for, and without a device event.
    std::shared_ptr<const TraceLanes> lanes;
    /// What its profile says beside its times; null unless it was asked for, and of all files but one.
    std::shared_ptr<const ProfileNotes> notes;
};

/// A recoverable fault in a file, one a problem.
struct TraceWarning {
    std::string file;
    int64_t offset = 0; ///< byte offset into the inflated text; 0: of the file as a whole
    std::string message;
    bool is_mild = false; ///< no figure is missing or wrong for it: names of GPUs that were not recorded
};

struct TraceStraggler {
    /// The collective in which the others waited longest for it.
    struct Longest {
        int64_t wait_ns = 0;   ///< Σ of the others' waits in it
        int64_t ahead_ns = 0;  ///< how much earlier the second to last rank came
        std::vector<int> next; ///< ranks that came at most a tenth of that before the second to last, and it
        bool is_first = false; ///< no collective of the late rank's profile begins before it
    };

    int rank = 0;
    int64_t last_in = 0;        ///< collectives that it entered last
    int64_t wait_caused_ns = 0; ///< Σ over those of the others' waits (duration − shortest)
    /// Σ over those of how much earlier the second to last rank came: what it would gain at most were this
    /// rank alone on time, for then the others wait for that one.
    int64_t alone_ns = 0;
    std::optional<Longest> longest{}; ///< none where nobody waited for it
    int64_t collectives = 0;          ///< those it was in of which all ranks are known; 0: not told
};

struct TraceResult {
    std::vector<MeasuredFile> files;        ///< all that could be read, in order
    std::vector<TraceRank> ranks;           ///< ranks of those files that are traces
    std::vector<TraceStraggler> stragglers; ///< only with two ranks or more
    std::vector<TraceWarning> warnings;
};

/// What a file looks like that no reader of traces and logs knows: "a PDF document". Nothing where one knows
/// it, of folders and archives, which are looked into when they are read, and where it cannot be opened.
std::optional<std::string> look_of_unknown(const std::filesystem::path& path);

/// Called at least every 50 ms of work, from one of the reading threads, one call at a time.
struct TraceProgress {
    int64_t bytes_done = 0, bytes_total = 0; ///< bytes done of the files as stored
    size_t files_done = 0, files_total = 0;
};
using ProgressFunction = std::function<void(const TraceProgress&)>;

struct TraceOptions {
    std::vector<std::string>
        extra_comm_names; ///< kernels whose name contains one of these (any case) communicate too
    size_t window_bytes = size_t{512} << 10; ///< text parsed at a time: it stays in the cache
    bool read_ahead = true;  ///< on a thread of its own, where a core is free; the answer is the same
    bool keep_lanes = false; ///< also keep every event as columns, some 25 bytes each (TraceRank::lanes)
    /// Also keep what one profile says beside its times (TraceRank::notes), so that draft_project() and
    /// told_job() need not read it again: the first file whose name tells that it is JSON.
    bool keep_notes = false;
};

/// Reads traces (files or folders, each file by the reader that recognises it), several files at a time.
/// Broken files give what is whole and warnings; fails only when nothing can be read at all, or when stopped
/// ("cancelled").
Result<TraceResult> read_traces(const std::vector<std::filesystem::path>& paths,
                                const ProgressFunction& progress = {}, const std::stop_token& stop = {});

/// Reads traces as read_traces() does, with options.
Result<TraceResult> read_traces_with(const TraceOptions& options,
                                     const std::vector<std::filesystem::path>& paths,
                                     const ProgressFunction& progress = {}, const std::stop_token& stop = {});

} // namespace roofrack
