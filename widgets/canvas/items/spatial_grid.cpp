// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/items/spatial_grid.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double least_cell = 96; ///< canvas units: about a rack
constexpr int most_cells = 64;    ///< most cells of one entry

void sort_once(std::vector<int>& items) {
    std::ranges::sort(items);
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

} // namespace

SpatialGrid::SpatialGrid(std::vector<Entry> entries)
    : m_entries(std::move(entries)) {
    if (m_entries.empty()) return;
    double left = 1e300, top = 1e300, right = -1e300, bottom = -1e300;
    for (const Entry& entry : m_entries) {
        m_items = std::max(m_items, entry.item + 1);
        left = std::min(left, entry.area.left());
        top = std::min(top, entry.area.top());
        right = std::max(right, entry.area.right());
        bottom = std::max(bottom, entry.area.bottom());
    }
    m_corner = {left, top};
    const double width = right - left, height = bottom - top;
    // About one cell per entry, however far apart they stand.
    m_cell = std::max(least_cell, std::sqrt(width * height / static_cast<double>(m_entries.size())));
    m_cell = std::max(m_cell, std::max(width, height) / (4.0 * static_cast<double>(m_entries.size()) + 16));
    m_columns = static_cast<int>(width / m_cell) + 1;
    m_rows = static_cast<int>(height / m_cell) + 1;
    m_first.assign(static_cast<size_t>(m_columns * m_rows) + 1, 0);
    std::vector<Span> spans;
    spans.reserve(m_entries.size());
    for (const Entry& entry : m_entries) spans.push_back(cells_of(entry.area));
    const auto each_cell = [&](const Span& span, auto&& act) {
        for (int row = span.top; row <= span.bottom; ++row)
            for (int column = span.left; column <= span.right; ++column)
                act(static_cast<size_t>(row * m_columns + column));
    };
    for (size_t i = 0; i < m_entries.size(); ++i)
        if (spans[i].count() > most_cells)
            m_wide.push_back(static_cast<int>(i));
        else
            each_cell(spans[i], [&](size_t cell) { ++m_first[cell + 1]; });
    for (size_t cell = 1; cell < m_first.size(); ++cell) m_first[cell] += m_first[cell - 1];
    m_cells.resize(static_cast<size_t>(m_first.back()));
    std::vector<int> next(m_first.begin(), m_first.end() - 1);
    for (size_t i = 0; i < m_entries.size(); ++i)
        if (spans[i].count() <= most_cells)
            each_cell(spans[i],
                      [&](size_t cell) { m_cells[static_cast<size_t>(next[cell]++)] = static_cast<int>(i); });
}

SpatialGrid::Span SpatialGrid::cells_of(const QRectF& area) const {
    if (m_columns == 0) return {};
    const auto at = [&](double value, int most) {
        return static_cast<int>(std::clamp(std::floor(value / m_cell), 0.0, static_cast<double>(most - 1)));
    };
    return {at(area.left() - m_corner.x(), m_columns), at(area.top() - m_corner.y(), m_rows),
            at(area.right() - m_corner.x(), m_columns), at(area.bottom() - m_corner.y(), m_rows)};
}

std::vector<int> SpatialGrid::items_in(const QRectF& area) const {
    std::vector<int> found;
    any(area, [&](const Entry& entry) {
        found.push_back(entry.item);
        return false;
    });
    const auto items = static_cast<size_t>(m_items);
    if (found.size() < items / 8) {
        sort_once(found);
        return found;
    }
    // Much of all is marked and then read in order, which is faster than to sort it.
    std::vector<char> met(items, 0);
    for (const int item : found) met[static_cast<size_t>(item)] = 1;
    found.clear();
    for (int item = 0; item < m_items; ++item)
        if (met[static_cast<size_t>(item)]) found.push_back(item);
    return found;
}

std::optional<std::vector<int>> SpatialGrid::items_in(const QRectF& area, size_t most) const {
    std::vector<int> found;
    const bool too_many = any(area, [&](const Entry& entry) {
        found.push_back(entry.item);
        if (found.size() < 2 * most + 2) return false;
        sort_once(found); // items are met in several cells
        return found.size() > most;
    });
    sort_once(found);
    if (too_many || found.size() > most) return std::nullopt;
    return found;
}

} // namespace roofrack
