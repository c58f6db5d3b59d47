// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace roofrack {

/// Half-open span of time [start, end) in integer nanoseconds.
struct Interval {
    int64_t start = 0, end = 0;
    bool operator==(const Interval&) const = default;
};

/// A union of intervals as sorted, disjoint, non-touching spans, with the measure of any window in O(log n).
class IntervalUnion {
public:
    IntervalUnion() = default;
    /// Empty and inverted intervals vanish; the order does not matter.
    explicit IntervalUnion(std::vector<Interval> intervals);

    const std::vector<Interval>& spans() const { return m_spans; }
    int64_t measure() const { return m_before.empty() ? 0 : m_before.back(); }
    /// Measure of the union ∩ [window.start, window.end).
    int64_t measure_within(Interval window) const;
    /// True when one span contains the interval.
    bool contains(Interval interval) const;

private:
    int64_t measure_before(int64_t time) const;

    std::vector<Interval> m_spans;
    std::vector<int64_t> m_before; ///< measure of spans 0 … i
};

IntervalUnion united(const IntervalUnion& a, const IntervalUnion& b);
IntervalUnion intersected(const IntervalUnion& a, const IntervalUnion& b);
/// a without b.
IntervalUnion subtracted(const IntervalUnion& a, const IntervalUnion& b);

} // namespace roofrack
