// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <optional>
#include <vector>

namespace roofrack {

/// Finds which of many rectangles touch an area without walking all of them: a uniform grid of cells, made
/// once. Items are counted from 0. An item may have several rectangles (the pieces of a link); rectangles
/// without width or height count.
class SpatialGrid {
public:
    struct Entry {
        int item;
        QRectF area;
    };

    SpatialGrid() = default;
    explicit SpatialGrid(std::vector<Entry> entries);

    /// Items that touch `area`, ascending, each once.
    std::vector<int> items_in(const QRectF& area) const;
    /// Items that touch `area`, as above; nothing when there are more than `most`, which is found without
    /// walking them all.
    std::optional<std::vector<int>> items_in(const QRectF& area, size_t most) const;

    /// True when `hit(entry)` is for any entry that touches `area`; an entry may be asked several times.
    template<typename Hit>
    bool any(const QRectF& area, Hit&& hit) const {
        for (const int wide : m_wide)
            if (touches(m_entries[static_cast<size_t>(wide)].area, area) &&
                hit(m_entries[static_cast<size_t>(wide)]))
                return true;
        const Span span = cells_of(area);
        for (int row = span.top; row <= span.bottom; ++row)
            for (int column = span.left; column <= span.right; ++column) {
                const auto cell = static_cast<size_t>(row * m_columns + column);
                for (int at = m_first[cell]; at < m_first[cell + 1]; ++at) {
                    const Entry& entry = m_entries[static_cast<size_t>(m_cells[static_cast<size_t>(at)])];
                    if (touches(entry.area, area) && hit(entry)) return true;
                }
            }
        return false;
    }

    static bool touches(const QRectF& a, const QRectF& b) {
        return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() &&
               b.top() <= a.bottom();
    }

private:
    struct Span {
        int left = 0, top = 0, right = -1, bottom = -1;
        int count() const { return (right - left + 1) * (bottom - top + 1); }
    };
    Span cells_of(const QRectF& area) const;

    std::vector<Entry> m_entries;
    std::vector<int> m_wide;           ///< entries over too many cells to be listed in each
    std::vector<int> m_first, m_cells; ///< cells of each cell: where its entries begin; entries, cell by cell
    QPointF m_corner;
    double m_cell = 1;
    int m_columns = 0, m_rows = 0;
    int m_items = 0; ///< one more than the highest
};

} // namespace roofrack
