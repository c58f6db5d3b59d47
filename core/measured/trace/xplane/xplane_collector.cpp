// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/xplane/xplane_collector.h"

#include "core/base/units/common_units.h"
#include "core/measured/trace/kineto_args.h"
#include "core/measured/trace/text/xla_lanes.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

constexpr int64_t ps_a_ns = 1000;
// Longer ones are counter overflows.
constexpr int64_t longest_ps = static_cast<int64_t>(seconds_a_day) * 1'000'000'000'000;
constexpr int64_t largest_offset_ps = INT64_MAX / 4;

Interval joined(const std::optional<Interval>& all, Interval more) {
    if (!all) return more;
    return {std::min(all->start, more.start), std::max(all->end, more.end)};
}

} // namespace

void XplaneCollector::begin_plane(const XplaneNames& plane) {
    m_plane = &plane;
    m_plane_is_counted = false;
}

void XplaneCollector::begin_line(std::string_view name) {
    m_is_stream = m_plane->device() && is_xla_stream(name);
    m_line_has_events = false;
    ++m_stream;
}

XplaneCollector::Facts XplaneCollector::facts_of(std::string_view statistic, Facts facts) const {
    std::string_view what, text;
    int64_t number = 0;
    for (ProtobufFields field(statistic); field.next();) switch (field.number()) {
        case xplane::stat_name_id: what = m_plane->stat_name(field.signed_integer()); break;
        case xplane::stat_uint:
        case xplane::stat_int: number = field.signed_integer(); break;
        case xplane::stat_text: text = field.bytes(); break;
        case xplane::stat_ref: text = m_plane->stat_name(field.signed_integer()); break;
        default: break;
        }
    if (what == "correlation_id") facts.correlation = number;
    if (what == "step_num") facts.step = number;
    if (what == "hlo_op") facts.is_collective = is_hlo_collective(text);
    if (what == "memcpy_details" || what == "memset_details") facts.copies = true;
    return facts;
}

void XplaneCollector::event(std::string_view message, int64_t offset) {
    ++m_events;
    m_line_has_events = true;
    int64_t name_id = 0, start_ps = 0, duration_ps = 0;
    Facts facts;
    ProtobufFields field(message);
    while (field.next()) switch (field.number()) {
        case xplane::event_name_id: name_id = field.signed_integer(); break;
        case xplane::event_offset_ps: start_ps = field.signed_integer(); break;
        case xplane::event_duration_ps: duration_ps = field.signed_integer(); break;
        case xplane::event_stat: facts = facts_of(field.bytes(), facts); break;
        default: break;
        }
    if (field.is_broken()) {
        m_warnings.add("broken events", offset, "event cannot be read: dropped");
        return;
    }
    if (duration_ps < 0 || duration_ps > longest_ps || start_ps < -largest_offset_ps ||
        start_ps > largest_offset_ps) {
        m_warnings.add("impossible times", offset,
                       "event begins or lasts as long as nothing can: a counter ran over, dropped");
        return;
    }
    const Interval time{start_ps / ps_a_ns, (start_ps + duration_ps) / ps_a_ns};
    if (m_plane->device()) {
        m_line_span = joined(m_line_span, time);
        if (m_is_stream) device_event(offset, m_plane->event_name(name_id), time, facts);
        return;
    }
    if (facts.correlation)
        m_line_launches.push_back({*facts.correlation, time, m_plane->event_name(name_id)});
    if (facts.step)
        m_line_steps.push_back({fmt::format("{} {}", m_plane->event_name(name_id), *facts.step), time});
}

void XplaneCollector::device_event(int64_t offset, std::string_view name, Interval time, const Facts& facts) {
    DeviceEvent entry;
    entry.time = time;
    entry.correlation = facts.correlation.value_or(DeviceEvent::no_correlation);
    entry.offset = offset;
    entry.stream = m_stream;
    entry.name = m_names.number_of(name.empty() ? "kernel without a name" : name);
    if (facts.copies || is_xla_copy(name))
        entry.activity = Activity::memory;
    else if (facts.is_collective || m_names.communicates(entry.name))
        entry.activity = Activity::communication;
    m_line_events.push_back(entry);
}

void XplaneCollector::end_line(int64_t timestamp_ns) {
    const auto moved = [&](Interval time) {
        return Interval{time.start + timestamp_ns, time.end + timestamp_ns};
    };
    if (const auto device = m_plane->device()) {
        if (m_line_has_events && !std::exchange(m_plane_is_counted, true)) ++m_active_devices;
        if (m_line_span) m_device_span = joined(m_device_span, moved(*m_line_span));
        Device& to = m_devices[*device];
        if (to.gpu.empty()) to.gpu = m_plane->gpu();
        for (DeviceEvent& each : m_line_events) {
            each.time = moved(each.time);
            to.events.push_back(each);
        }
    }
    for (const Launch& launch : m_line_launches) {
        const Interval time = moved(launch.time);
        m_launches.add(launch.correlation, time.start);
        if (m_lane_builder)
            m_lane_builder->host(category_of_call(launch.name), launch.name, time.start,
                                 time.end - time.start, std::to_string(m_stream), launch.correlation);
    }
    for (MarkedStep& step : m_line_steps) m_steps.push_back({std::move(step.name), moved(step.time)});
    m_line_events.clear();
    m_line_launches.clear();
    m_line_steps.clear();
    m_line_span.reset();
}

std::optional<double> XplaneCollector::device_seconds() const {
    if (!m_device_span) return std::nullopt;
    return static_cast<double>(m_device_span->end - m_device_span->start) * 1e-9;
}

std::vector<TraceRank> XplaneCollector::take() {
    merge_marks(m_steps);
    m_launches.sort();
    std::vector<TraceRank> ranks;
    for (auto& [number, device] : m_devices) {
        if (device.events.empty()) continue;
        TraceRank rank;
        cut_impossible_durations(device.events, m_names, m_warnings);
        rank.collectives = collectives_in_order(device.events, m_names);
        StepWindows steps = step_windows(device.events, m_launches, m_steps, {});
        rank.lanes = lanes_of_device(m_lane_builder.get(), device.events, m_names, steps);
        measure_windows(rank, device.events, std::move(steps), {}, m_warnings);
        rank.device = number;
        rank.gpu = device.gpu;
        ranks.push_back(std::move(rank));
    }
    if (ranks.empty()) ranks.push_back(rank_without_device(m_steps));
    m_devices.clear();
    m_steps.clear();
    return ranks;
}

} // namespace roofrack
