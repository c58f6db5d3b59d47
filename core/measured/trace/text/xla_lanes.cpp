// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/xla_lanes.h"

#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/json_scanner.h"

#include <algorithm>
#include <initializer_list>

namespace roofrack {

namespace {

constexpr size_t most_lanes = 1'000'000;

std::string lane_key(const TraceEvent& event) {
    return std::string(unquoted(event.pid)).append("/").append(unquoted(event.tid));
}

bool begins_with_one_of(std::string_view text, std::initializer_list<std::string_view> starts) {
    return std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); });
}

} // namespace

std::optional<int> xla_device_number(std::string_view process) {
    constexpr std::string_view prefix = "/device:";
    if (!process.starts_with(prefix)) return std::nullopt;
    const auto number = integer_of(process.substr(process.rfind(':') + 1));
    if (!number || *number < 0 || *number >= 65536) return std::nullopt;
    return static_cast<int>(*number);
}

bool is_xla_stream(std::string_view lane) { return lane.starts_with("Stream #"); }

bool is_xla_copy(std::string_view activity) {
    return begins_with_one_of(activity, {"Memcpy", "Memset", "CopyDeviceTo", "CopyHostTo", "CopyPeerTo",
                                         "__amd_rocclr_copyBuffer", "__amd_rocclr_fillBuffer"});
}

bool is_hlo_collective(std::string_view op) {
    return begins_with_one_of(op, {"all-reduce", "all-gather", "reduce-scatter", "all-to-all",
                                   "collective-permute", "ragged-all-to-all"});
}

void XlaLanes::named(const TraceEvent& metadata) {
    const std::string_view what = unquoted(metadata.name);
    const bool process = what == "process_name";
    if (!process && (what != "thread_name" || empty())) return;
    std::string name;
    JsonScanner args(metadata.args);
    args.members([&](std::string_view key, std::string_view token) {
        if (unquoted(key) == "name") name = decoded(token);
    });
    if (process) {
        const auto device = xla_device_number(name);
        if (device && m_devices.size() < most_lanes) m_devices.emplace(unquoted(metadata.pid), *device);
    } else if (is_xla_stream(name) && m_streams.size() < most_lanes) {
        m_streams.insert(lane_key(metadata));
    }
}

std::optional<int> XlaLanes::device_of(const TraceEvent& event) const {
    const auto found = m_devices.find(unquoted(event.pid));
    return found == m_devices.end() ? std::nullopt : std::optional<int>(found->second);
}

bool XlaLanes::on_stream(const TraceEvent& event) const { return m_streams.contains(lane_key(event)); }

} // namespace roofrack
