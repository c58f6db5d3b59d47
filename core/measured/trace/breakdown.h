// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/intervals.h"
#include "core/measured/trace/trace.h"

#include <optional>
#include <vector>

namespace roofrack {

/// The activity of one device as read, one interval an event, in any order.
struct DeviceActivity {
    std::vector<Interval> compute, comm, mem;
    bool empty() const { return compute.empty() && comm.empty() && mem.empty(); }
};

/// The exact breakdown of docs/formats.md for one device: unions are formed once, each window costs O(log n)
/// afterwards.
class Breakdown {
public:
    /// `activity` has at least one event.
    Breakdown(DeviceActivity activity, IntervalUnion dataloader);

    /// First device start to last device end.
    Interval all() const { return m_all; }
    TraceTimes within(Interval window) const;
    /// The part of all() that no step covers.
    TraceTimes outside(const IntervalUnion& steps) const;

private:
    IntervalUnion m_compute, m_comm, m_mem, m_busy, m_overlap, m_exposed_mem, m_dataloader;
    std::vector<Interval> m_events;        ///< every device event
    std::vector<int64_t> m_starts, m_ends; ///< sorted, for counting
    Interval m_all;
};

} // namespace roofrack
