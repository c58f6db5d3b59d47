// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/intervals.h"

#include <vector>

namespace roofrack {

/// Each ns in which a device did something belongs to one event: computation before communication before
/// copies, and of these to the event that began first.
class OwnTimes {
public:
    explicit OwnTimes(const TraceLanes& lanes);

    /// The own time of a row of the device inside of the window, ns.
    int64_t within(uint32_t row, Interval window) const;

private:
    const TraceLanes& m_lanes;
    std::vector<int64_t>
        m_first_own; ///< where the part of each event begins that no earlier one of its sort covers
    IntervalUnion m_compute, m_compute_or_communication;
};

} // namespace roofrack
