// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/axes.h"
#include "core/step/search/selection.h"

#include <limits>

namespace roofrack {

/// Positions on the axes. Packed in this order, so that keys sort as ties are broken.
struct SearchPosition {
    size_t node = 0, micro_batch = 0, pipeline = 0, recompute = 0, sharding = 0, sequence = 0;
};
uint64_t search_key(const SearchPosition& position);
SearchPosition position_of(uint64_t key);

/// Why a cell of the map stays empty.
class EmptyCellReasons {
public:
    explicit EmptyCellReasons(size_t cells)
        : m_cells(cells) {}
    void see(size_t cell, double memory) {
        if (memory < m_cells[cell].least_memory) m_cells[cell].least_memory = memory;
    }
    void no_network(size_t cell) { m_cells[cell].no_network = true; }
    void merge(const EmptyCellReasons& other);

    struct Note {
        double least_memory = std::numeric_limits<double>::infinity(); ///< B; infinite: nothing divides
        bool no_network = false;
    };
    const Note& operator[](size_t cell) const { return m_cells[cell]; }

private:
    std::vector<Note> m_cells;
};

/// Turns positions into plans with their figures, by the same evaluation that anyone else would run.
class SearchResultBuilder {
public:
    SearchResultBuilder(const Prepared& prepared, const SearchAxes& axes, const Plan& base, double gpus,
                        double batch);

    /// Infeasible with a reason where it does not divide or fit.
    RankedPlan base_plan() const;
    /// Lists, map, and why each plan lost to the best.
    void fill(const PlanSelection& selection, const EmptyCellReasons& notes, SearchResult& out) const;

private:
    Plan plan_at(uint64_t key) const;
    RankedPlan ranked(const Plan& plan) const;

    const Prepared& m_prepared;
    const SearchAxes& m_axes;
    Plan m_base;
    double m_gpus = 0, m_batch = 0;
};

} // namespace roofrack
