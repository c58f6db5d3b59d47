// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"

#include <span>

namespace roofrack::figures {

/// A row of a table for people that has a column an object.
struct TableRow {
    std::string_view
        name; ///< name of the figure, whose gates hold; empty: none, for rows with a cell of their own
    std::string_view label = {};                       ///< empty: heading() of the figure
    int indent = 0;                                    ///< spaces before the label
    std::string (*cell)(const void* object) = nullptr; ///< one of its own; null: cell_of() of the figure
};

/// In its place stand all figures that Builder::rest_of() took.
inline constexpr TableRow rest_of_table{};

/// A row whose cells are made by a lambda without captures that is given a T.
template<class T, class Cell>
constexpr TableRow own_cell(std::string_view name, std::string_view label, Cell, int indent = 0) {
    static_assert(std::is_empty_v<Cell>, "a lambda without captures");
    return {name, label, indent,
            [](const void* object) { return std::string(Cell()(*static_cast<const T*>(object))); }};
}

/// The view with the rest in its place.
std::vector<ViewKey> with_rest(const Shape& shape, std::span<const ViewKey> view);
/// The rows of a table with the rest in its place.
std::vector<TableRow> with_rest(const Shape& shape, std::span<const TableRow> rows);
/// Numbers and bands of a shape that are none of those, for a report that has words of its own for these.
std::vector<const Row*> numbers_beside(const Shape& shape, std::span<const std::string_view> keys);

struct TableLine {
    std::string label;
    std::vector<std::string> cells; ///< one an object
};

/// The table of some objects of a shape.
std::vector<TableLine> table_of(const Shape& shape, std::span<const TableRow> rows,
                                std::span<const void* const> objects);

} // namespace roofrack::figures
