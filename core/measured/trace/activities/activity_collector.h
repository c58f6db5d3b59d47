// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/lane_builder.h"
#include "core/measured/trace/comm_names.h"
#include "core/measured/trace/device_events.h"
#include "core/measured/trace/reader.h"
#include "core/measured/trace/step_windows.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/warning_log.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// One activity of a device as a profiler recorded it. What the record leaves open is none here.
struct RecordedActivity {
    std::string_view table; ///< where the record stands, for warnings
    std::optional<int64_t> start, end, device, context, stream, correlation, process;
    std::string_view copy = "memory operation"; ///< what it is where it is no kernel: "Memcpy HtoD"
    std::optional<int64_t> name; ///< the identifier of a kernel's name, told by ActivityCollector::string
    bool is_kernel = false;
    /// Its stream may run it beside others: a node of a CUDA graph, or work of a queue that streams share.
    bool unordered = false;
};

/// Sorts the records of a profiler (Nsight Systems, ROCm) into activities per device, launches and steps, and
/// measures them at the end. Processes number their correlations and, where each sees GPUs of its own, its
/// devices by themselves; both are distinguished. Keeps 48 bytes an activity and 16 a launch.
class ActivityCollector {
public:
    /// `keep_lanes`: the ranks also hold every event as columns.
    ActivityCollector(const CommNames& names, WarningLog& warnings, bool keep_lanes = false)
        : m_names(names)
        , m_warnings(warnings)
        , m_lane_builder(keep_lanes ? std::make_unique<LaneBuilder>() : nullptr) {}

    /// Which GPU of the machine a process calls its device; told before the activities.
    void gpu_of_process(int64_t process, int64_t device, int64_t gpu) { m_gpus[{process, device}] = gpu; }
    /// The name of a GPU of the machine.
    void gpu_name(int64_t gpu, std::string_view name) { m_gpu_names[gpu] = name; }
    void activity(const RecordedActivity& activity);
    /// A range that the program marked; `text` may be any.
    void range(std::string_view text, std::optional<int64_t> start, std::optional<int64_t> end,
               std::optional<int64_t> process);
    /// A call on the host, at `start`.
    void launch(int64_t process, int64_t correlation, int64_t start);
    /// A call on the host, or a range, for the lanes; `thread` tells its thread from others.
    void host_event(LaneCategory category, std::string_view name, std::optional<int64_t> start,
                    std::optional<int64_t> end, std::optional<int64_t> thread,
                    std::optional<int64_t> correlation = std::nullopt);
    bool keeps_lanes() const { return m_lane_builder != nullptr; }
    /// The text of an identifier, told after the activities; those that no kernel is called by are forgotten.
    void string(int64_t id, std::string_view text);

    bool has_steps() const { return m_has_steps; }
    /// One rank a device with activities; a single one without times where none was active. The collector is
    /// empty afterwards.
    std::vector<TraceRank> take();

    /// Whether a range's text marks a step, data loading, or nothing that counts.
    static bool counts(std::string_view text);

private:
    struct DeviceKey {
        std::optional<int> device;
        int64_t process = 0; ///< only where the GPU of the machine is not known
        auto operator<=>(const DeviceKey&) const = default;
    };
    struct Device {
        std::vector<DeviceEvent> events;
        std::set<int64_t> processes;
    };
    struct StreamKey {
        int64_t process = 0, device = 0, context = 0, stream = 0;
        auto operator<=>(const StreamKey&) const = default;
    };
    struct Marks {
        std::array<std::vector<MarkedStep>, 3> steps; ///< by the form of their names
        std::vector<Interval> dataloader;
    };

    std::optional<Interval> time_of(const RecordedActivity& activity);
    DeviceKey device_of(int64_t process, const std::optional<int64_t>& device) const;
    uint32_t stream_of(const StreamKey& key);
    uint32_t string_number(std::optional<int64_t> id);
    int64_t joined(int64_t process, int64_t correlation);
    std::string gpu_name_of(const std::optional<int>& device) const;
    void name_kernels();
    void warn_of_shared_numbers();
    TraceRank rank_of(Device& device);

    ActivityNames m_names;
    WarningLog& m_warnings;
    std::unique_ptr<LaneBuilder> m_lane_builder; ///< null where lanes are not kept
    std::map<DeviceKey, Device> m_devices;
    std::map<std::pair<int64_t, int64_t>, int64_t> m_gpus;
    std::map<int64_t, std::string> m_gpu_names;
    std::map<StreamKey, uint32_t> m_streams;
    std::optional<std::pair<StreamKey, uint32_t>> m_last_stream;
    std::unordered_map<int64_t, uint32_t> m_strings;   ///< id to its number here
    std::vector<std::optional<uint32_t>> m_activities; ///< by that number: of ActivityNames
    std::map<int64_t, int64_t> m_processes;
    std::map<int64_t, Marks> m_marks; ///< by process
    LaunchTimes m_launches;
    bool m_has_steps = false;
};

/// What a profiler's file of `bytes` with so many activities gave; the collector is empty afterwards.
TraceReading profile_reading(ActivityCollector& collector, MeasuredKind kind, std::string program,
                             int64_t bytes, int64_t activities);

} // namespace roofrack
