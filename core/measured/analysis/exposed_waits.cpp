// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/exposed_waits.h"

#include <algorithm>

namespace roofrack {

ExposedCommunication exposed_communication(const TraceLanes& lanes, const std::vector<int64_t>& wait_ns) {
    const LaneColumns& device = lanes.device;
    std::vector<Interval> compute, comm, transferring;
    for (uint32_t row = 0; row < device.size(); ++row)
        if (device.category[row] == LaneCategory::compute)
            compute.push_back({device.start_ns[row], device.end_ns(row)});
    for (size_t i = 0; i < lanes.collectives.size(); ++i) {
        const uint32_t row = lanes.collectives[i];
        const int64_t start = device.start_ns[row], end = device.end_ns(row);
        const int64_t waited = i < wait_ns.size() ? std::clamp<int64_t>(wait_ns[i], 0, end - start) : 0;
        comm.push_back({start, end});
        transferring.push_back({start + waited, end});
    }
    ExposedCommunication out;
    out.exposed = subtracted(IntervalUnion(comm), IntervalUnion(std::move(compute)));
    out.waiting = subtracted(out.exposed, IntervalUnion(transferring));
    int64_t counted = INT64_MIN; // up to here, time is some collective's
    for (const Interval& time : comm) {
        const Interval own{std::max(time.start, std::min(counted, time.end)), time.end};
        out.by_collective.push_back(out.exposed.measure_within(own));
        out.waited_by_collective.push_back(out.waiting.measure_within(own));
        counted = std::max(counted, time.end);
    }
    return out;
}

} // namespace roofrack
