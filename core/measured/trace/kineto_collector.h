// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/lane_builder.h"
#include "core/measured/trace/breakdown.h"
#include "core/measured/trace/comm_names.h"
#include "core/measured/trace/device_events.h"
#include "core/measured/trace/step_windows.h"
#include "core/measured/trace/text/trace_event.h"
#include "core/measured/trace/text/xla_lanes.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/warning_log.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// What PyTorch says about a collective, on the kernel itself or on the host's record_param_comms.
struct CollectiveMetadata {
    std::string kind, dtype, group;
    std::optional<int64_t> send_elements, receive_elements, sequence;
    std::optional<int> group_size;
};

/// Sorts the events of one file of the PyTorch profiler (Kineto) or of XLA's profiler (JAX) into intervals
/// per device, steps, data loading and collectives, and measures them at the end. Keeps 48 bytes a device
/// event and 16 a launch; everything else of an event is forgotten.
class KinetoCollector final : public TraceEventSink {
public:
    /// `keep_lanes`: the ranks also hold every event as columns.
    KinetoCollector(const CommNames& names, WarningLog& warnings, bool keep_lanes = false)
        : m_names(names)
        , m_warnings(warnings)
        , m_lane_builder(keep_lanes ? std::make_unique<LaneBuilder>() : nullptr) {}

    void event(const TraceEvent& event, int64_t offset) override;

    int64_t events() const { return m_events; }
    /// True when some event carried a phase: a bare array of other objects is no trace.
    bool has_phases() const { return m_has_phases; }
    /// What the events are: of PyTorch, of XLA, of a pipeline, or of something else.
    MeasuredKind kind() const;
    /// Workers that compute in a pipeline's timeline, devices of XLA; the seconds of a pipeline, or of events
    /// that mean nothing here.
    int lanes() const { return static_cast<int>(m_lanes.size()); }
    std::optional<double> lane_seconds() const;
    /// One rank a device with times, steps and collectives; a single one without times when no device was
    /// active. The collector is empty afterwards.
    std::vector<TraceRank> take();

private:
    void lane_event(const TraceEvent& event);
    void xla_event(const TraceEvent& event, int64_t offset);
    void add_lane(std::string lane);
    struct CommKernel {
        size_t event = 0; ///< place among the device's events
        std::optional<int64_t> external_id;
        std::optional<CollectiveMetadata> metadata;
    };
    struct Device {
        std::vector<DeviceEvent> events;
        std::vector<CommKernel> comm_kernels;
        std::vector<MarkedStep> steps;
    };

    std::optional<Interval> time_of(const TraceEvent& event, int64_t offset, std::string_view what);
    void device_event(const TraceEvent& event, int64_t offset, bool is_kernel,
                      std::optional<int> xla_device = std::nullopt);
    void runtime_call(const TraceEvent& event);
    void device_annotation(const TraceEvent& event, int64_t offset);
    void host_span(const TraceEvent& event, int64_t offset);
    Device& device_of(const std::optional<int64_t>& index);
    TraceRank rank_of(Device& device, const IntervalUnion& dataloader);
    std::vector<TraceCollective> collectives_of(const Device& device) const;
    const CollectiveMetadata* metadata_of(const CommKernel& kernel, int64_t correlation) const;
    uint32_t stream_of(std::string_view tid, const std::optional<int64_t>& stream);
    void keep_host_event(const TraceEvent& event, LaneCategory category,
                         const std::optional<int64_t>& correlation = std::nullopt);

    ActivityNames m_names;
    WarningLog& m_warnings;
    std::unique_ptr<LaneBuilder> m_lane_builder; ///< null where lanes are not kept
    std::string m_thread;
    int64_t m_events = 0;
    bool m_has_phases = false, m_is_pytorch = false, m_is_pipeline = false;
    XlaLanes m_xla;
    std::set<std::string, std::less<>> m_lanes;
    std::optional<Interval> m_lane_time;
    std::map<std::optional<int>, Device> m_devices;
    std::vector<MarkedStep> m_steps;
    std::vector<Interval> m_dataloader;
    LaunchTimes m_launches;
    std::unordered_map<std::string, uint32_t> m_streams;
    /// Activities of one stream mostly stand one behind the other.
    struct LastStream {
        bool is_known = false;
        uint32_t number = 0;
        std::optional<int64_t> stream;
        std::string tid; ///< as written; of a stream without a number
    } m_last_stream;
    std::unordered_map<int64_t, CollectiveMetadata> m_metadata_by_external_id;
    std::unordered_map<int64_t, int64_t> m_external_id_by_correlation;
};

} // namespace roofrack
