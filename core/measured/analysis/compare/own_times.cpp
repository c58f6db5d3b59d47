// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/compare/own_times.h"

#include <algorithm>
#include <array>
#include <limits>

namespace roofrack {

OwnTimes::OwnTimes(const TraceLanes& lanes)
    : m_lanes(lanes) {
    const LaneColumns& device = lanes.device;
    std::array<std::vector<Interval>, 3> by_sort;
    std::array<int64_t, 3> covered;
    covered.fill(std::numeric_limits<int64_t>::min());
    m_first_own.reserve(device.size());
    for (size_t row = 0; row < device.size(); ++row) { // by start
        const auto sort = static_cast<size_t>(device.category[row]);
        m_first_own.push_back(std::max(device.start_ns[row], covered[sort]));
        covered[sort] = std::max(covered[sort], device.end_ns(row));
        by_sort[sort].push_back({device.start_ns[row], device.end_ns(row)});
    }
    m_compute = IntervalUnion(std::move(by_sort[static_cast<size_t>(LaneCategory::compute)]));
    m_compute_or_communication = united(
        m_compute, IntervalUnion(std::move(by_sort[static_cast<size_t>(LaneCategory::communication)])));
}

int64_t OwnTimes::within(uint32_t row, Interval window) const {
    const Interval own{std::max(m_first_own[row], window.start),
                       std::min(m_lanes.device.end_ns(row), window.end)};
    if (own.end <= own.start) return 0;
    const int64_t all = own.end - own.start;
    switch (m_lanes.device.category[row]) {
    case LaneCategory::compute: return all;
    case LaneCategory::communication: return all - m_compute.measure_within(own);
    default: return all - m_compute_or_communication.measure_within(own);
    }
}

} // namespace roofrack
