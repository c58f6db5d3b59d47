// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/measured/trace/activities/sqlite_database.h"
#include "core/measured/trace/reader.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace roofrack {

/// Steps through tables of a profiler's database, tells progress by rows, and stops when it is asked to.
class TableReader {
public:
    using Take = std::function<void(const SqliteRow&)>;

    /// `tables`: those whose rows progress counts, which the file may lack.
    TableReader(const SqliteDatabase& database, const TraceReadContext& context,
                const std::vector<std::string>& tables);

    /// Gives every row to `take`; a table that is not there has none, a column that the table lacks reads as
    /// empty. Fails on a damaged file, and when it is stopped ("cancelled").
    Result<bool> each(const std::string& table, const std::vector<std::string>& columns, const Take& take);

private:
    const SqliteDatabase& m_database;
    const TraceReadContext& m_context;
    int64_t m_rows_about = 0, m_rows = 0;
};

} // namespace roofrack
