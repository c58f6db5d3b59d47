// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/protobuf/protobuf_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace roofrack {

/// Field numbers of XSpace, XPlane, XLine, XEvent and XStat (tensorflow/tsl/profiler/protobuf/xplane.proto).
namespace xplane {
constexpr uint32_t space_plane = 1;
constexpr uint32_t plane_name = 2, plane_line = 3, plane_event_names = 4, plane_stat_names = 5,
                   plane_stat = 6;
constexpr uint32_t line_name = 2, line_timestamp_ns = 3, line_event = 4;
constexpr uint32_t event_name_id = 1, event_offset_ps = 2, event_duration_ps = 3, event_stat = 4;
constexpr uint32_t stat_name_id = 1, stat_uint = 3, stat_int = 4, stat_text = 5, stat_ref = 7;
constexpr uint32_t map_key = 1, map_value = 2, metadata_name = 2;
} // namespace xplane

/// The names of one plane, which stand behind the events that they are the names of.
class XplaneNames {
public:
    /// Reads the plane up to `end` and passes over its lines; of a plane that is neither a device nor the
    /// host's threads only the name.
    static XplaneNames read(ProtobufStream& stream, int64_t end);

    const std::string& name() const { return m_name; }
    bool is_host() const;
    /// The 0 of "/device:GPU:0"; none for other planes.
    std::optional<int> device() const;
    /// "TPU v6 Lite", "AMD GPU (304 compute units, 206 GB)", as far as the plane tells; empty: not at all.
    std::string gpu() const;
    /// Empty where the file has no such name.
    std::string_view event_name(int64_t id) const;
    std::string_view stat_name(int64_t id) const;

private:
    void take_name(std::string_view entry, std::unordered_map<int64_t, std::string>& names);
    void take_statistic(std::string_view statistic);

    std::string m_name, m_vendor, m_type;
    int64_t m_cores = 0, m_memory = 0;
    std::unordered_map<int64_t, std::string> m_events, m_stats;
};

} // namespace roofrack
