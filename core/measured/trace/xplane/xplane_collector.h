// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/lane_builder.h"
#include "core/measured/trace/comm_names.h"
#include "core/measured/trace/device_events.h"
#include "core/measured/trace/step_windows.h"
#include "core/measured/trace/trace.h"
#include "core/measured/trace/warning_log.h"
#include "core/measured/trace/xplane/xplane_names.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace roofrack {

/// Sorts the events of XLA's profiler into intervals per device, launches and steps, and measures them at the
/// end, as KinetoCollector does with the Chrome JSON that XLA makes of the same. Streams of GPUs count; of
/// other devices only that they were active. Keeps 48 bytes a device event and 16 a launch.
class XplaneCollector {
public:
    /// `keep_lanes`: the ranks also hold every event of their device, and what launched it, as columns.
    XplaneCollector(const CommNames& names, WarningLog& warnings, bool keep_lanes = false)
        : m_names(names)
        , m_warnings(warnings)
        , m_lane_builder(keep_lanes ? std::make_unique<LaneBuilder>() : nullptr) {}

    /// What follows lies in this plane; it outlives the plane's events.
    void begin_plane(const XplaneNames& plane);
    /// What follows lies on this line.
    void begin_line(std::string_view name);
    /// One XEvent message of the line, at `offset` of the file.
    void event(std::string_view message, int64_t offset);
    /// The line began at `timestamp_ns`; its events are relative to that.
    void end_line(int64_t timestamp_ns);

    int64_t events() const { return m_events; }
    /// Devices with an event, whether it counts or not.
    int devices() const { return m_active_devices; }
    /// From the first to the last event of a device; none without one.
    std::optional<double> device_seconds() const;
    /// One rank a device with activity; a single one without times where none was active. The collector is
    /// empty afterwards.
    std::vector<TraceRank> take();

private:
    struct Device {
        std::vector<DeviceEvent> events;
        std::string gpu;
    };
    /// What counts of an event's statistics.
    struct Facts {
        std::optional<int64_t> correlation, step;
        bool is_collective = false, copies = false;
    };
    Facts facts_of(std::string_view statistic, Facts facts) const;
    void device_event(int64_t offset, std::string_view name, Interval time, const Facts& facts);

    ActivityNames m_names;
    WarningLog& m_warnings;
    std::unique_ptr<LaneBuilder> m_lane_builder; ///< null where lanes are not kept
    const XplaneNames* m_plane = nullptr;
    bool m_is_stream = false, m_line_has_events = false;
    uint32_t m_stream = 0;
    int64_t m_events = 0;
    int m_active_devices = 0;
    bool m_plane_is_counted = false;
    /// What the line at hand holds; its start may stand behind its events.
    std::vector<DeviceEvent> m_line_events;
    struct Launch {
        int64_t correlation = 0;
        Interval time;
        std::string_view name; ///< the plane outlives it
    };
    std::vector<Launch> m_line_launches;
    std::vector<MarkedStep> m_line_steps;
    std::optional<Interval> m_line_span, m_device_span;
    std::map<int, Device> m_devices;
    std::vector<MarkedStep> m_steps;
    LaunchTimes m_launches;
};

} // namespace roofrack
