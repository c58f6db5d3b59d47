// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/selection.h"

#include <algorithm>

namespace roofrack {

namespace {

/// `a` is at least as good as a plan of at least these figures, and better in one of them or first.
bool beats(const SearchPoint& a, double time, double memory, double energy, uint64_t key) {
    if (a.time > time || a.memory > memory || a.energy > energy) return false;
    return a.time < time || a.memory < memory || a.energy < energy || a.key < key;
}

} // namespace

PlanSelection::PlanSelection(size_t top, size_t cells)
    : m_top(top)
    , m_cells(cells) {
    if (top == 0) m_worst = -1;
}

bool PlanSelection::dominated(double time, double memory, double energy, uint64_t key) const {
    if (m_last < m_front.size() && beats(m_front[m_last], time, memory, energy, key)) return true;
    for (size_t i = 0; i < m_front.size() && m_front[i].time <= time; ++i)
        if (beats(m_front[i], time, memory, energy, key)) {
            m_last = i;
            return true;
        }
    return false;
}

void PlanSelection::rank(const SearchPoint& point, size_t cell) {
    if (point.before(m_cells[cell])) m_cells[cell] = point;
    insert(point);
}

void PlanSelection::insert(const SearchPoint& point) {
    if (m_top == 0 || (m_best.size() == m_top && !point.before(m_best.back()))) return;
    const auto at = std::ranges::lower_bound(
        m_best, point, [](const SearchPoint& a, const SearchPoint& b) { return a.before(b); });
    if (at != m_best.end() && at->key == point.key) return;
    m_best.insert(at, point);
    if (m_best.size() > m_top) m_best.pop_back();
    if (m_best.size() == m_top) m_worst = m_best.back().time;
}

void PlanSelection::add_to_front(const SearchPoint& point) {
    for (const SearchPoint& other : m_front)
        if (other.key == point.key || beats(other, point.time, point.memory, point.energy, point.key)) return;
    std::erase_if(m_front, [&](const SearchPoint& other) {
        return beats(point, other.time, other.memory, other.energy, other.key);
    });
    const auto at = std::ranges::lower_bound(
        m_front, point, [](const SearchPoint& a, const SearchPoint& b) { return a.before(b); });
    m_front.insert(at, point);
}

void PlanSelection::merge(const PlanSelection& other) {
    for (const SearchPoint& point : other.m_best) insert(point);
    for (size_t i = 0; i < m_cells.size(); ++i)
        if (other.m_cells[i].before(m_cells[i])) m_cells[i] = other.m_cells[i];
    for (const SearchPoint& point : other.m_front) add_to_front(point);
}

} // namespace roofrack
