// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/device_events.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/trace/kineto_args.h"
#include "core/measured/trace/text/trace_event.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

constexpr size_t most_names = 100'000;
constexpr size_t fewest_overlapped = 3; // one or two are microsecond rounding or programmatic launches

/// True where each stream's activities stand in order and none reaches over the start of the third behind it,
/// as in nearly all files: then none reaches over three, and they need not be sorted.
bool none_reaches_far(const std::vector<DeviceEvent>& events) {
    struct Recent {
        std::array<Interval, fewest_overlapped> times{}; ///< times of the last ones; the oldest is replaced
        size_t count = 0;
    };
    // Streams are numbered over the whole file: what a device with few activities has of them is no reason
    // for a table of thousands.
    const size_t most = std::min(most_streams, events.size());
    std::vector<Recent> streams;
    for (const DeviceEvent& event : events) {
        if (event.stream >= streams.size()) {
            if (event.stream > most) return false;
            streams.resize(event.stream + 1);
        }
        Recent& recent = streams[event.stream];
        const size_t oldest = recent.count % fewest_overlapped,
                     last = (recent.count + fewest_overlapped - 1) % fewest_overlapped;
        if (recent.count > 0 && event.time.start < recent.times[last].start) return false;
        if (recent.count >= fewest_overlapped && recent.times[oldest].end > event.time.start) return false;
        recent.times[oldest] = event.time;
        ++recent.count;
    }
    return true;
}

std::string seconds_text(int64_t ns) {
    return format_quantity(static_cast<double>(ns) * 1e-9, Dimension::time, 3);
}

} // namespace

uint32_t ActivityNames::number_of(std::string_view name, bool in_json) {
    if (const auto found = m_numbers.find(name); found != m_numbers.end()) return found->second;
    const bool communicates = m_comm.matches(name);
    if (m_names.size() >= most_names) {
        name = communicates ? "other communication" : "other computation";
        if (const auto found = m_numbers.find(name); found != m_numbers.end()) return found->second;
    }
    m_names.push_back(in_json ? decoded(name) : std::string(name));
    m_communicates.push_back(communicates);
    const auto number = static_cast<uint32_t>(m_names.size() - 1);
    m_numbers.emplace(name, number);
    return number;
}

void cut_impossible_durations(std::vector<DeviceEvent>& events, const ActivityNames& names,
                              WarningLog& warnings) {
    if (none_reaches_far(events)) return;
    std::vector<uint32_t> order(events.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        const DeviceEvent &x = events[a], &y = events[b];
        return x.stream != y.stream ? x.stream < y.stream : x.time.start < y.time.start;
    });
    for (size_t from = 0, to = 0; from < order.size(); from = to) {
        std::vector<int64_t> starts;
        std::vector<size_t> graph_nodes{0}; // before each
        for (; to < order.size() && events[order[to]].stream == events[order[from]].stream; ++to) {
            starts.push_back(events[order[to]].time.start);
            graph_nodes.push_back(graph_nodes.back() + (events[order[to]].graph_node ? 1U : 0U));
        }
        for (size_t i = 0; i + fewest_overlapped < starts.size(); ++i) {
            DeviceEvent& event = events[order[from + i]];
            if (event.time.end <= starts[i + fewest_overlapped]) continue;
            const auto first = std::upper_bound(starts.begin() + static_cast<std::ptrdiff_t>(i), starts.end(),
                                                event.time.start);
            const auto last = std::lower_bound(first, starts.end(), event.time.end);
            const auto begin = static_cast<size_t>(first - starts.begin()),
                       end = static_cast<size_t>(last - starts.begin());
            if (end - begin < fewest_overlapped || event.graph_node || graph_nodes[end] > graph_nodes[begin])
                continue;
            const int64_t cut = *first - event.time.start;
            warnings.add("impossible durations", event.offset,
                         fmt::format("{} of {} reaches over the starts of {} later activities of its stream, "
                                     "which works in order: cut to {}",
                                     names.name_of(event.name),
                                     seconds_text(event.time.end - event.time.start), end - begin,
                                     seconds_text(cut)));
            event.time.end = *first;
        }
    }
}

std::vector<TraceCollective> collectives_in_order(const std::vector<DeviceEvent>& events,
                                                  const ActivityNames& names) {
    std::vector<const DeviceEvent*> kernels;
    for (const DeviceEvent& event : events)
        if (event.activity == Activity::communication) kernels.push_back(&event);
    std::ranges::stable_sort(kernels, {}, [](const DeviceEvent* event) { return event->time.start; });
    std::vector<TraceCollective> out;
    out.reserve(kernels.size());
    for (const DeviceEvent* kernel : kernels) {
        TraceCollective collective;
        collective.id = fmt::format("#{}", out.size());
        collective.kind = collective_kind_of_kernel(names.name_of(kernel->name));
        collective.start_ns = kernel->time.start;
        collective.duration_ns = kernel->time.end - kernel->time.start;
        out.push_back(std::move(collective));
    }
    return out;
}

DeviceActivity activity_of(const std::vector<DeviceEvent>& events) {
    DeviceActivity out;
    const auto part_of = [&](const DeviceEvent& event) -> std::vector<Interval>& {
        return event.activity == Activity::compute         ? out.compute
               : event.activity == Activity::communication ? out.comm
                                                           : out.mem;
    };
    std::array<size_t, 3> counts{};
    for (const DeviceEvent& event : events) ++counts[static_cast<size_t>(event.activity)];
    out.compute.reserve(counts[static_cast<size_t>(Activity::compute)]);
    out.comm.reserve(counts[static_cast<size_t>(Activity::communication)]);
    out.mem.reserve(counts[static_cast<size_t>(Activity::memory)]);
    for (const DeviceEvent& event : events) part_of(event).push_back(event.time);
    return out;
}

} // namespace roofrack
