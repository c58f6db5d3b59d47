// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/activities/table_reader.h"

#include <algorithm>

namespace roofrack {

TableReader::TableReader(const SqliteDatabase& database, const TraceReadContext& context,
                         const std::vector<std::string>& tables)
    : m_database(database)
    , m_context(context) {
    for (const std::string& table : tables)
        if (m_database.has_table(table)) m_rows_about += m_database.rows_about(table);
}

Result<bool> TableReader::each(const std::string& table, const std::vector<std::string>& columns,
                               const Take& take) {
    if (!m_database.has_table(table)) return true;
    auto rows = m_database.rows(table, columns);
    if (!rows) return tl::unexpected(rows.error());
    for (;;) {
        const auto more = rows->next();
        if (!more || !*more) return more;
        take(rows->row());
        // Pages that stand in for one another could go on for ever.
        if (m_rows >= m_database.bytes())
            return fail({}, "the SQLite database is damaged: it has more rows than room for them",
                        "write it again with the profiler");
        constexpr int64_t rows_between_reports = 16'384;
        if (++m_rows % rows_between_reports != 0) continue;
        if (m_context.stop.stop_requested()) return fail({}, "cancelled");
        const double part = static_cast<double>(m_rows) / static_cast<double>(std::max(m_rows, m_rows_about));
        m_context.progress(static_cast<int64_t>(part * static_cast<double>(m_database.bytes())));
    }
}

} // namespace roofrack
