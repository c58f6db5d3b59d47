// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/figure_table.h"

#include "core/base/figures/figure_value.h"

#include <algorithm>

namespace roofrack::figures {

namespace {

std::string table_cell(Object object, const TableRow& line) {
    if (line.name.empty()) return line.cell(object.data);
    const Column column = column_of(*object.shape, line.name);
    if (!line.cell) return cell_of(object, column);
    std::string out;
    reach(object, column, [&](const Holder& holder) {
        out = holder.object.data ? line.cell(object.data) : std::string(holder.cell);
    });
    return out;
}

} // namespace

std::vector<TableRow> with_rest(const Shape& shape, std::span<const TableRow> rows) {
    std::vector<TableRow> out;
    for (const TableRow& each : rows) {
        const bool is_rest = each.name.empty() && !each.cell;
        if (!is_rest) out.push_back(each);
        for (const Row& row : shape.rows)
            if (is_rest && row.is_of_rest) out.push_back({row.key});
    }
    return out;
}

std::vector<ViewKey> with_rest(const Shape& shape, std::span<const ViewKey> view) {
    std::vector<ViewKey> out;
    for (const ViewKey& each : view) {
        if (!each.name.empty()) out.push_back(each);
        for (const Row& row : shape.rows)
            if (each.name.empty() && row.is_of_rest) out.push_back({row.key, row.key});
    }
    return out;
}

std::vector<const Row*> numbers_beside(const Shape& shape, std::span<const std::string_view> keys) {
    std::vector<const Row*> out;
    for (const Row& row : shape.rows)
        if ((row.as<NumberValue>() || row.as<BandOfValues>()) &&
            std::ranges::find(keys, row.key) == keys.end())
            out.push_back(&row);
    return out;
}

std::vector<TableLine> table_of(const Shape& shape, std::span<const TableRow> rows,
                                std::span<const void* const> objects) {
    std::vector<TableLine> out;
    for (const TableRow& row : with_rest(shape, rows)) {
        TableLine line{std::string(static_cast<size_t>(row.indent), ' '), {}};
        if (row.label.empty()) {
            const Row& figure = *column_of(shape, row.name).row;
            line.label += heading(figure.label, figure.measure);
        } else {
            line.label += row.label;
        }
        for (const void* object : objects) line.cells.push_back(table_cell({&shape, object}, row));
        out.push_back(std::move(line));
    }
    return out;
}

} // namespace roofrack::figures
