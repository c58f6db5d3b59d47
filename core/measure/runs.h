// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/diagnostic.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// A CSV with a header: RFC 4180 quoting, UTF-8 with or without BOM, comma, semicolon or tab.
struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows; ///< each as long as the header
    std::vector<size_t> lines{};                ///< of the file, where each row begins; as long as `rows`
    /// Column by name; npos when there is none.
    size_t column(std::string_view name) const;
};

Result<Table> read_csv(const std::filesystem::path& path);
Result<Table> parse_csv(std::string_view text, std::string_view where);
/// The rows of all as one table: columns by name, those that a table lacks are empty there.
Table joined(std::vector<Table> tables);

/// One row of RUNS.csv by column name; an absent column reads as an empty cell.
class RunRow {
public:
    RunRow(const Table& table, size_t row)
        : m_table(&table)
        , m_row(row) {}
    std::string_view text(std::string_view column) const;
    /// The cell's number; 0 when it is empty, `words` (like "none") or not a number.
    double number(std::string_view column) const;
    /// The whole part of number(), 0 to `most`; the diagnostic has no location.
    Result<int> whole(std::string_view column, int most) const;

private:
    const Table* m_table;
    size_t m_row;
};

} // namespace roofrack
