// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/intervals.h"

#include <algorithm>

namespace roofrack {

IntervalUnion::IntervalUnion(std::vector<Interval> intervals) {
    std::erase_if(intervals, [](const Interval& i) { return i.end <= i.start; });
    const auto earlier = [](const Interval& a, const Interval& b) { return a.start < b.start; };
    if (!std::is_sorted(intervals.begin(), intervals.end(), earlier))
        std::sort(intervals.begin(), intervals.end(), earlier);
    size_t kept = 0;
    for (const Interval& next : intervals) {
        if (kept > 0 && next.start <= intervals[kept - 1].end)
            intervals[kept - 1].end = std::max(intervals[kept - 1].end, next.end);
        else
            intervals[kept++] = next;
    }
    intervals.resize(kept);
    m_spans = std::move(intervals);
    m_before.reserve(m_spans.size());
    int64_t sum = 0;
    for (const Interval& span : m_spans) m_before.push_back(sum += span.end - span.start);
}

int64_t IntervalUnion::measure_before(int64_t time) const {
    const auto after = std::partition_point(m_spans.begin(), m_spans.end(),
                                            [&](const Interval& span) { return span.start < time; });
    if (after == m_spans.begin()) return 0;
    const auto index = static_cast<size_t>(after - m_spans.begin()) - 1;
    return m_before[index] - std::max<int64_t>(0, m_spans[index].end - time);
}

int64_t IntervalUnion::measure_within(Interval window) const {
    return window.end <= window.start ? 0 : measure_before(window.end) - measure_before(window.start);
}

bool IntervalUnion::contains(Interval interval) const {
    const auto first = std::partition_point(m_spans.begin(), m_spans.end(),
                                            [&](const Interval& span) { return span.end < interval.end; });
    return first != m_spans.end() && first->start <= interval.start && interval.end <= first->end;
}

IntervalUnion united(const IntervalUnion& a, const IntervalUnion& b) {
    std::vector<Interval> all(a.spans().size() + b.spans().size());
    std::merge(a.spans().begin(), a.spans().end(), b.spans().begin(), b.spans().end(), all.begin(),
               [](const Interval& x, const Interval& y) { return x.start < y.start; });
    return IntervalUnion(std::move(all));
}

IntervalUnion intersected(const IntervalUnion& a, const IntervalUnion& b) {
    std::vector<Interval> common;
    auto i = a.spans().begin();
    auto j = b.spans().begin();
    while (i != a.spans().end() && j != b.spans().end()) {
        const Interval both{std::max(i->start, j->start), std::min(i->end, j->end)};
        if (both.start < both.end) common.push_back(both);
        if (i->end < j->end)
            ++i;
        else
            ++j;
    }
    return IntervalUnion(std::move(common));
}

IntervalUnion subtracted(const IntervalUnion& a, const IntervalUnion& b) {
    std::vector<Interval> rest;
    auto hole = b.spans().begin();
    for (Interval span : a.spans()) {
        while (hole != b.spans().end() && hole->end <= span.start) ++hole;
        for (auto cut = hole; cut != b.spans().end() && cut->start < span.end; ++cut) {
            if (span.start < cut->start) rest.push_back({span.start, cut->start});
            span.start = std::max(span.start, cut->end);
        }
        if (span.start < span.end) rest.push_back(span);
    }
    return IntervalUnion(std::move(rest));
}

} // namespace roofrack
