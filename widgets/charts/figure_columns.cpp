// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/figure_columns.h"

#include "core/base/figures/figure_table.h"
#include "core/base/figures/figure_value.h"

#include <cmath>

namespace roofrack {

namespace {

ChartTable::Cell figure_cell(figures::Object object, const figures::Column& column) {
    const figures::Row& row = *column.row;
    if (row.as<figures::NumberValue>() || row.as<figures::BandOfValues>()) {
        const double value = figures::number_of(object, column);
        return std::isnan(value) ? ChartTable::Cell() : ChartTable::Cell(value);
    }
    ChartTable::Cell out;
    figures::reach(object, column, [&](const figures::Holder& holder) {
        if (!holder.object.data) return;
        const auto* choice = row.as<figures::ChoiceValue>();
        out =
            choice ? std::string(choice->name(row.in(holder.object.data))) : figures::cell_of(object, column);
    });
    return out;
}

} // namespace

ChartTable table_of_figures(const figures::Shape& shape, std::span<const figures::ViewKey> view,
                            std::span<const void* const> objects) {
    ChartTable out;
    std::vector<figures::Column> columns;
    for (const figures::ViewKey& each : figures::with_rest(shape, view)) {
        columns.push_back(figures::column_of(shape, each.name));
        out.columns.push_back({std::string(each.key), std::string(columns.back().row->measure.stored)});
    }
    for (const void* object : objects) {
        std::vector<ChartTable::Cell>& row = out.rows.emplace_back();
        for (const figures::Column& column : columns) row.push_back(figure_cell({&shape, object}, column));
    }
    return out;
}

} // namespace roofrack
