// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/breakdown.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace roofrack {

namespace {

int64_t below(const std::vector<int64_t>& sorted, int64_t limit) {
    return std::lower_bound(sorted.begin(), sorted.end(), limit) - sorted.begin();
}

/// Sorts numbers in runs that end at the borders, each of which is in order already where its file was.
void sort_runs(std::vector<int64_t>& numbers, std::initializer_list<size_t> borders) {
    auto sorted = numbers.begin();
    for (const size_t border : borders) {
        const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(border);
        if (!std::is_sorted(sorted, end)) std::sort(sorted, end);
        std::inplace_merge(numbers.begin(), sorted, end);
        sorted = end;
    }
}

void derive(TraceTimes& times) {
    times.exposed_comm_ns = times.comm_ns - times.overlap_comp_comm_ns;
    if (times.comm_ns > 0)
        times.overlap_pct =
            100.0 * static_cast<double>(times.overlap_comp_comm_ns) / static_cast<double>(times.comm_ns);
}

} // namespace

Breakdown::Breakdown(DeviceActivity activity, IntervalUnion dataloader)
    : m_dataloader(std::move(dataloader)) {
    m_events.reserve(activity.compute.size() + activity.comm.size() + activity.mem.size());
    for (const auto* part : {&activity.compute, &activity.comm, &activity.mem})
        m_events.insert(m_events.end(), part->begin(), part->end());
    m_starts.reserve(m_events.size());
    m_ends.reserve(m_events.size());
    for (const Interval& event : m_events) {
        m_starts.push_back(event.start);
        m_ends.push_back(event.end);
    }
    const size_t compute_end = activity.compute.size(), comm_end = compute_end + activity.comm.size();
    for (std::vector<int64_t>* numbers : {&m_starts, &m_ends})
        sort_runs(*numbers, {compute_end, comm_end, m_events.size()});
    m_all = {m_starts.front(), m_ends.back()};

    m_compute = IntervalUnion(std::move(activity.compute));
    m_comm = IntervalUnion(std::move(activity.comm));
    m_mem = IntervalUnion(std::move(activity.mem));
    const IntervalUnion kernels = united(m_compute, m_comm);
    m_busy = united(kernels, m_mem);
    m_overlap = intersected(m_compute, m_comm);
    m_exposed_mem = subtracted(m_mem, kernels);
}

TraceTimes Breakdown::within(Interval window) const {
    TraceTimes times;
    times.window_ns = window.end - window.start;
    times.compute_ns = m_compute.measure_within(window);
    times.comm_ns = m_comm.measure_within(window);
    times.mem_ns = m_mem.measure_within(window);
    times.idle_ns = times.window_ns - m_busy.measure_within(window);
    times.overlap_comp_comm_ns = m_overlap.measure_within(window);
    times.exposed_mem_ns = m_exposed_mem.measure_within(window);
    times.dataloader_ns = m_dataloader.measure_within(window);
    if (window == m_all)
        times.device_events = static_cast<int64_t>(m_events.size());
    else // every event that ends by the window's start also starts before its end
        times.device_events = below(m_starts, window.end) -
                              (std::upper_bound(m_ends.begin(), m_ends.end(), window.start) - m_ends.begin());
    derive(times);
    return times;
}

TraceTimes Breakdown::outside(const IntervalUnion& steps) const {
    const IntervalUnion rest = subtracted(IntervalUnion({m_all}), steps);
    TraceTimes times;
    for (const Interval& window : rest.spans()) {
        const TraceTimes part = within(window);
        times.window_ns += part.window_ns;
        times.compute_ns += part.compute_ns;
        times.comm_ns += part.comm_ns;
        times.mem_ns += part.mem_ns;
        times.idle_ns += part.idle_ns;
        times.overlap_comp_comm_ns += part.overlap_comp_comm_ns;
        times.exposed_mem_ns += part.exposed_mem_ns;
        times.dataloader_ns += part.dataloader_ns;
    }
    times.device_events = std::count_if(m_events.begin(), m_events.end(),
                                        [&](const Interval& e) { return !steps.contains(e); });
    derive(times);
    return times;
}

} // namespace roofrack
