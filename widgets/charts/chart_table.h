// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace roofrack {

/// The table twin of a chart: the same numbers, in SI units, for readers, screen readers and spreadsheets.
struct ChartTable {
    struct Column {
        std::string name;
        std::string unit; ///< The SI symbol; empty for text, counts and ratios.
    };
    /// A monostate is an unknown value.
    using Cell = std::variant<std::monostate, double, std::string>;

    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< Each row is as long as `columns`.

    /// RFC 4180 with "name [unit]" headers; large SI numbers also in kW, days, GB, $M … with four digits, in
    /// columns behind all others. Numbers are the shortest text that reads back to the same double;
    /// unknown, infinite and NaN are empty cells.
    std::string csv() const;
    /// The table with tabs between the cells, as spreadsheets paste it.
    std::string tsv() const;
    /// One cell as in the CSV, without quotes.
    static std::string text(const Cell& cell);
};

} // namespace roofrack
