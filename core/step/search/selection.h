// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace roofrack {

/// A feasible plan by its position in the order of the space.
struct SearchPoint {
    double time = std::numeric_limits<double>::infinity(); ///< s
    double memory = 0;                                     ///< B
    double energy = 0;                                     ///< J
    uint64_t key = ~uint64_t(0);

    bool before(const SearchPoint& other) const {
        return time != other.time ? time < other.time : key < other.key;
    }
};

/// What is kept of a search: the fastest plans, the fastest of every map cell, and those that no other plan
/// beats in time, memory and energy at once. The result is the same in whatever order the plans come.
class PlanSelection {
public:
    PlanSelection(size_t top, size_t cells);

    /// False when a plan of at least `time` is neither among the fastest nor the fastest of its cell.
    bool may_rank(double time, size_t cell) const { return time <= m_worst || time <= m_cells[cell].time; }
    /// True when a plan of at least these figures cannot be on the front. `key`: of the first such plan.
    bool dominated(double time, double memory, double energy, uint64_t key) const;

    void rank(const SearchPoint& point, size_t cell);
    void add_to_front(const SearchPoint& point);
    void merge(const PlanSelection& other);

    const std::vector<SearchPoint>& best() const { return m_best; }
    const std::vector<SearchPoint>& front() const { return m_front; }
    const std::vector<SearchPoint>& cells() const { return m_cells; } ///< infinite time: none

private:
    void insert(const SearchPoint& point);

    size_t m_top = 0;
    double m_worst = std::numeric_limits<double>::infinity(); ///< the worst of a full list of the fastest
    std::vector<SearchPoint> m_best;                          ///< fastest first
    std::vector<SearchPoint> m_front;                         ///< fastest first
    std::vector<SearchPoint> m_cells;
    mutable size_t m_last = 0; ///< point of the front that dominated last
};

} // namespace roofrack
