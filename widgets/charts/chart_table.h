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
        std::string unit; ///< SI symbol; empty for text, counts and ratios
    };
    using Cell = std::variant<std::monostate, double, std::string>; ///< monostate: unknown

    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as `columns`

    /// RFC 4180 with "name [unit]" headers; large SI numbers also in kW, days, GB, $M … with four digits, in
    /// columns behind all others. Numbers are the shortest text that reads back to the same double;
    /// unknown, infinite and NaN are empty cells.
    std::string csv() const;
    /// The same, tab-separated: what spreadsheets paste.
    std::string tsv() const;
    /// One cell as in the CSV, without quotes.
    static std::string text(const Cell& cell);
};

} // namespace roofrack
