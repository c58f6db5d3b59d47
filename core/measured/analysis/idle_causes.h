// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/intervals.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace roofrack {

/// Why a device did nothing.
enum class IdleCause : uint8_t {
    host,            ///< nothing was queued: the host launched what came next too late
    synchronise,     ///< the host had waited for the device, and launched only then
    input,           ///< the host waited for its next batch
    allocation,      ///< the host took or gave back memory of the device
    between_kernels, ///< the next kernel was queued: what the device takes from one to the next
    dependency,      ///< what came next was queued, and waited for something else than this device's work
    unknown          ///< no record tells when the next was launched
};
constexpr size_t idle_cause_count = 7;
std::string_view name_of(IdleCause cause);
/// For people: "the host launched late".
std::string_view label_of(IdleCause cause);

/// Time in which a device did nothing, of one cause.
struct IdlePiece {
    Interval time;
    IdleCause cause = IdleCause::unknown;
    uint32_t next = LaneColumns::no_row; ///< row of the device that came next
};

/// What the host did while a device had nothing to do that it needed.
class HostGaps {
public:
    explicit HostGaps(const HostLanes& host);

    /// Appends the parts of a gap before an activity, by cause as IdleTimes tells it; `next` may be no_row.
    void split(const TraceLanes& lanes, Interval gap, uint32_t next, std::vector<IdlePiece>& out) const;

private:
    struct Thread {
        IntervalUnion allocation, input, wait;
    };
    void before_launch(Interval gap, std::optional<uint16_t> thread, uint32_t next,
                       std::vector<IdlePiece>& out) const;

    std::vector<Thread> m_threads;
    Thread m_all;
};

/// The idle time of one device with one cause for each ns.
class IdleTimes {
public:
    /// Every ns of `extent` in which the device did nothing. What came next decides: until its launch the
    /// host was the cause (in a call for memory, of any thread: allocation; while it waited for a batch:
    /// input; in a call that waits, and until a launch within 200 µs of its end: synchronise; else host).
    /// Once it was launched, 20 µs are the launch's own (host), or where it was queued before the device ran
    /// dry 10 µs are the device's (between_kernels); what is longer is a dependency.
    IdleTimes(const TraceLanes& lanes, Interval extent);

    const std::vector<IdlePiece>& pieces() const { return m_pieces; }
    /// ns by cause; they add up to the idle time of the window as TraceTimes has it.
    std::array<int64_t, idle_cause_count> within(Interval window) const;

private:
    std::vector<IdlePiece> m_pieces; ///< by time
    std::array<IntervalUnion, idle_cause_count> m_by_cause;
};

} // namespace roofrack
