// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/csv_table.h"
#include "core/base/units/diagnostic.h"

#include <string_view>

namespace roofrack {

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
