// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/snap.h"

#include "widgets/canvas/items/canvas_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace roofrack {
namespace {

constexpr double same = 0.01; ///< coordinates that count as one line

/// A rectangle along one axis, and across it.
struct Span {
    double low, high, across_low, across_high;
    double middle() const { return (low + high) / 2; }
    Span moved(double delta) const { return {low + delta, high + delta, across_low, across_high}; }
    bool faces(const Span& other) const {
        return across_low < other.across_high && other.across_low < across_high;
    }
    double distance_across(const Span& other) const {
        return std::max({0.0, across_low - other.across_high, other.across_low - across_high});
    }
    /// Edges and centre.
    std::array<double, 3> lines() const { return {low, middle(), high}; }
};

Span along_x(const QRectF& r) { return {r.left(), r.right(), r.top(), r.bottom()}; }
Span along_y(const QRectF& r) { return {r.top(), r.bottom(), r.left(), r.right()}; }

/// A pair of equal gaps: [from, to] each.
struct Gaps {
    double delta;
    std::array<std::pair<double, double>, 2> gaps; ///< after the move
    double across;
};

class Axis {
public:
    Axis(const Span& frame, std::vector<Span> others, double reach)
        : m_frame(frame)
        , m_others(std::move(others))
        , m_reach(reach) {
        find_line();
        find_gaps();
    }

    double delta() const {
        if (m_gaps && (!m_line || std::abs(m_gaps->delta) < std::abs(*m_line) - same)) return m_gaps->delta;
        if (m_line) return *m_line;
        return to_grid(m_frame.low) - m_frame.low;
    }

    /// Lines as (position along, from and to across) of what the frame is now aligned with.
    std::vector<std::array<double, 3>> lines() const {
        std::vector<std::array<double, 3>> found;
        const Span now = m_frame.moved(delta());
        for (size_t which = 0; which < 3; ++which) {
            const double at = now.lines()[which];
            const Span* nearest = nullptr;
            for (const Span& other : m_others)
                if (aligned(other, which, at) &&
                    (!nearest || now.distance_across(other) < now.distance_across(*nearest)))
                    nearest = &other;
            if (nearest)
                found.push_back({at, std::min(now.across_low, nearest->across_low),
                                 std::max(now.across_high, nearest->across_high)});
        }
        if (found.size() == 3) found.erase(found.begin() + 1); // both edges say it already
        return found;
    }
    /// Set when equal gaps decided.
    std::optional<Gaps> gaps() const {
        return m_gaps && std::abs(m_gaps->delta - delta()) < same ? m_gaps : std::nullopt;
    }

private:
    static bool aligned(const Span& other, size_t which, double at) {
        if (which == 1) return std::abs(other.middle() - at) < same;
        return std::abs(other.low - at) < same || std::abs(other.high - at) < same;
    }

    void find_line() {
        double nearest = 0;
        for (const Span& other : m_others)
            for (size_t which = 0; which < 3; ++which) {
                const double own = m_frame.lines()[which];
                const auto try_line = [&](double at) {
                    const double delta = at - own;
                    if (std::abs(delta) > m_reach) return;
                    const double far = m_frame.distance_across(other);
                    const double gain = m_line ? std::abs(*m_line) - std::abs(delta) : 1;
                    if (gain < -same || (gain < same && far >= nearest)) return;
                    m_line = delta;
                    nearest = far;
                };
                if (which == 1) {
                    try_line(other.middle());
                } else {
                    try_line(other.low);
                    try_line(other.high);
                }
            }
    }

    /// The nearest one before `at` (its high end) or after it (its low end), facing the frame.
    const Span* before(double at) const {
        const Span* found = nullptr;
        for (const Span& other : m_others)
            if (other.faces(m_frame) && other.high <= at + same && (!found || other.high > found->high))
                found = &other;
        return found;
    }
    const Span* after(double at) const {
        const Span* found = nullptr;
        for (const Span& other : m_others)
            if (other.faces(m_frame) && other.low >= at - same && (!found || other.low < found->low))
                found = &other;
        return found;
    }

    void find_gaps() {
        const Span* left = before(m_frame.low + m_reach);
        const Span* right = after(m_frame.high - m_reach);
        const auto offer = [&](double delta, std::pair<double, double> a, std::pair<double, double> b) {
            if (std::abs(delta) > m_reach || a.second - a.first < 1) return;
            if (m_gaps && std::abs(m_gaps->delta) <= std::abs(delta)) return;
            m_gaps = Gaps{delta, {a, b}, (m_frame.across_low + m_frame.across_high) / 2};
        };
        if (left && right) {
            const double delta = (left->high + right->low) / 2 - m_frame.middle();
            const Span now = m_frame.moved(delta);
            offer(delta, {left->high, now.low}, {now.high, right->low});
        }
        if (left)
            if (const Span* further = before(left->low)) {
                const double gap = left->low - further->high, delta = left->high + gap - m_frame.low;
                offer(delta, {further->high, left->low}, {left->high, left->high + gap});
            }
        if (right)
            if (const Span* further = after(right->high)) {
                const double gap = further->low - right->high, delta = right->low - gap - m_frame.high;
                offer(delta, {right->low - gap, right->low}, {right->high, further->low});
            }
    }

    Span m_frame;
    std::vector<Span> m_others;
    double m_reach;
    std::optional<double> m_line;
    std::optional<Gaps> m_gaps;
};

} // namespace

Snap snap_frame(const QRectF& frame, const std::vector<QRectF>& others, double reach) {
    std::vector<Span> across, down;
    // What lies under the frame is a place to drop on, not a line to stand at.
    const QRectF core = frame.adjusted(reach, reach, -reach, -reach);
    for (const QRectF& other : others) {
        if (core.isValid() && other.intersects(core)) continue;
        across.push_back(along_x(other));
        down.push_back(along_y(other));
    }
    const Axis x(along_x(frame), std::move(across), reach), y(along_y(frame), std::move(down), reach);
    Snap snap;
    snap.delta = {x.delta(), y.delta()};
    // The guides end where the frame stands after both axes have moved it.
    for (const auto& [at, from, to] : x.lines()) {
        const double low = std::min(from, frame.top() + snap.delta.y());
        const double high = std::max(to, frame.bottom() + snap.delta.y());
        snap.guides.emplace_back(at, low, at, high);
    }
    for (const auto& [at, from, to] : y.lines()) {
        const double low = std::min(from, frame.left() + snap.delta.x());
        const double high = std::max(to, frame.right() + snap.delta.x());
        snap.guides.emplace_back(low, at, high, at);
    }
    if (const auto gaps = x.gaps())
        for (const auto& [from, to] : gaps->gaps)
            snap.guides.emplace_back(from, gaps->across + snap.delta.y(), to, gaps->across + snap.delta.y());
    if (const auto gaps = y.gaps())
        for (const auto& [from, to] : gaps->gaps)
            snap.guides.emplace_back(gaps->across + snap.delta.x(), from, gaps->across + snap.delta.x(), to);
    return snap;
}

} // namespace roofrack
