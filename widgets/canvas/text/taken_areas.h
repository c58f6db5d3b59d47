// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace roofrack {

/// Remembers which areas are taken, in a coarse grid, so that asking stays cheap with thousands of them.
class TakenAreas {
public:
    TakenAreas(const QRectF& bounds, double cell);
    void add(const QRectF& area, int owner = -1);
    /// `owner`: whose own area does not count.
    bool is_free(const QRectF& area, int owner = -1) const;
    /// What is taken within `area`; some of it several times.
    std::vector<QRectF> within(const QRectF& area, int owner = -1) const;

    /// What was added since a mark can be taken back.
    size_t mark() const { return m_journal.size(); }
    void back_to(size_t mark);

private:
    struct Taken {
        QRectF area;
        int owner;
    };
    template<typename Act>
    bool each_cell(const QRectF& area, Act&& act) const;

    QPointF m_corner;
    double m_cell;
    int m_columns, m_rows; ///< what lies outside of the bounds is in the cells at their edges
    std::vector<std::vector<Taken>> m_cells;
    std::vector<size_t> m_journal; ///< cells, in the order of what was added to them
};

} // namespace roofrack
