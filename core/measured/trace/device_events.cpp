// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/device_events.h"

#include "core/base/units/quantity_text.h"
#include "core/measured/trace/kineto_args.h"
#include "core/measured/trace/text/trace_event.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace roofrack {

namespace {

constexpr size_t most_names = 100'000;
constexpr size_t fewest_overlapped = 3; // one or two are microsecond rounding or programmatic launches

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
    for (const DeviceEvent& event : events) {
        std::vector<Interval>& part = event.activity == Activity::compute         ? out.compute
                                      : event.activity == Activity::communication ? out.comm
                                                                                  : out.mem;
        part.push_back(event.time);
    }
    return out;
}

} // namespace roofrack
