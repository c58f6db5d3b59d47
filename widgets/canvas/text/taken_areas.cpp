// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/taken_areas.h"

#include <algorithm>

namespace roofrack {

TakenAreas::TakenAreas(const QRectF& bounds, double cell)
    : m_corner(bounds.topLeft())
    , m_cell(std::max({cell, bounds.width() / 400, bounds.height() / 400}))
    , m_columns(static_cast<int>(bounds.width() / m_cell) + 1)
    , m_rows(static_cast<int>(bounds.height() / m_cell) + 1)
    , m_cells(static_cast<size_t>(m_columns) * static_cast<size_t>(m_rows)) {}

template<typename Act>
bool TakenAreas::each_cell(const QRectF& area, Act&& act) const {
    const auto at = [this](double value, int most) {
        return static_cast<int>(std::clamp(value / m_cell, 0.0, static_cast<double>(most - 1)));
    };
    const int left = at(area.left() - m_corner.x(), m_columns),
              right = at(area.right() - m_corner.x(), m_columns);
    const int top = at(area.top() - m_corner.y(), m_rows), bottom = at(area.bottom() - m_corner.y(), m_rows);
    for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x)
            if (act(static_cast<size_t>(y * m_columns + x))) return true;
    return false;
}

void TakenAreas::add(const QRectF& area, int owner) {
    each_cell(area, [&](size_t cell) {
        m_cells[cell].push_back({area, owner});
        m_journal.push_back(cell);
        return false;
    });
}

void TakenAreas::back_to(size_t mark) {
    for (; m_journal.size() > mark; m_journal.pop_back()) m_cells[m_journal.back()].pop_back();
}

std::vector<QRectF> TakenAreas::within(const QRectF& area, int owner) const {
    std::vector<QRectF> found;
    each_cell(area, [&](size_t cell) {
        for (const Taken& taken : m_cells[cell])
            if ((taken.owner < 0 || taken.owner != owner) && taken.area.intersects(area))
                found.push_back(taken.area);
        return false;
    });
    return found;
}

bool TakenAreas::is_free(const QRectF& area, int owner) const {
    return !each_cell(area, [&](size_t cell) {
        return std::any_of(m_cells[cell].begin(), m_cells[cell].end(), [&](const Taken& taken) {
            return (taken.owner < 0 || taken.owner != owner) && taken.area.intersects(area);
        });
    });
}

} // namespace roofrack
