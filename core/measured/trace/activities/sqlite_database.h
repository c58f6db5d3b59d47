// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace roofrack {

/// What every SQLite file begins with.
inline constexpr std::string_view sqlite_magic("SQLite format 3\0", 16);

/// One row of a query, valid until the next one.
class SqliteRow {
public:
    explicit SqliteRow(sqlite3_stmt* statement)
        : m_statement(statement) {}
    /// None where the cell is empty or holds something else than an integer.
    std::optional<int64_t> integer(int column) const;
    /// Empty where the cell is empty or holds something else than text.
    std::string_view text(int column) const;

private:
    sqlite3_stmt* m_statement;
};

/// Steps through the rows of a query.
class SqliteRows {
public:
    SqliteRows(sqlite3* database, sqlite3_stmt* statement, std::string table);
    /// False behind the last row; fails on a damaged file, or when stopped ("cancelled").
    Result<bool> next();
    SqliteRow row() const { return SqliteRow(m_statement.get()); }

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    sqlite3* m_database;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    std::string m_table;
};

/// An SQLite file of somebody else, opened for reading only: nothing beside it is created, and what its
/// schema may call is switched off.
class SqliteDatabase {
public:
    /// Fails on a file that is cut off, packed, damaged, or that another program writes.
    static Result<SqliteDatabase> open(const std::filesystem::path& path, const std::stop_token& stop = {});

    /// Ordinary tables only: views, which may go on for ever, are none.
    bool has_table(std::string_view table) const { return m_tables.contains(table); }
    const std::set<std::string, std::less<>>& tables() const { return m_tables; }
    /// The size of the file; 0 where the system does not say.
    int64_t bytes() const { return m_bytes; }
    /// Reads the columns of all rows in the order of the file; a column that the table lacks reads as empty.
    Result<SqliteRows> rows(const std::string& table, const std::vector<std::string>& columns) const;
    /// Whether the table has the column.
    Result<bool> has_column(const std::string& table, std::string_view column) const;
    /// About how many rows the table has (exact where none was deleted), found without reading them.
    int64_t rows_about(const std::string& table) const;

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    Result<SqliteRows> query(const std::string& sql, const std::string& table) const;

    std::unique_ptr<std::stop_token> m_stop; ///< at an address that stays
    std::unique_ptr<sqlite3, Close> m_database;
    std::set<std::string, std::less<>> m_tables;
    int64_t m_bytes = 0;
};

} // namespace roofrack
