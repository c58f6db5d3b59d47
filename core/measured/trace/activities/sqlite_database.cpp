// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/activities/sqlite_database.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <new>
#include <sqlite3.h>
#include <system_error>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view export_again =
    "write it again with the profiler (for Nsight Systems: nsys export --type sqlite)";
constexpr size_t header_bytes = 100;
constexpr int longest_text = 64 << 20; // bytes of one cell
constexpr int instructions_between_stops = 20'000;

/// As https://www.sqlite.org/fileformat.html lays it out; numbers are big-endian.
using Header = std::array<unsigned char, header_bytes>;

uint32_t big_endian(const Header& header, size_t at, size_t bytes) {
    uint32_t value = 0;
    for (size_t i = 0; i < bytes; ++i) value = value << 8 | header[at + i];
    return value;
}

std::string uri_of(const fs::path& path, std::string_view query) {
    std::string out = "file:";
    std::error_code error;
    for (const char c : fs::absolute(path, error).generic_string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("/._-").find(c) != std::string_view::npos;
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out.append(query);
}

bool has_content(fs::path path, std::string_view suffix) {
    path += suffix;
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return !error && size > 0;
}

Result<Header> whole_header(const fs::path& path) {
    Header header{};
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(path.string(), "cannot be opened", "check the path and its permissions");
    file.read(reinterpret_cast<char*>(header.data()), header_bytes);
    if (header[0] == 0x1f && header[1] == 0x8b)
        return fail({}, "a packed SQLite database, which cannot be read in place", "unpack it first");
    if (file.gcount() < static_cast<std::streamsize>(header_bytes) ||
        !std::equal(sqlite_magic.begin(), sqlite_magic.end(), header.begin(),
                    [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }))
        return fail({}, "the SQLite database is cut off within its header", std::string(export_again));
    std::error_code error;
    const auto size = static_cast<uint64_t>(fs::file_size(path, error));
    const uint32_t written = big_endian(header, 16, 2), page = written == 1 ? 65536 : written;
    // The count of pages is only kept by versions that also note at which change they wrote it.
    const bool counted = big_endian(header, 24, 4) == big_endian(header, 92, 4);
    const uint64_t whole = uint64_t{page} * big_endian(header, 28, 4);
    if (!error && counted && size < whole)
        return fail({}, fmt::format("the SQLite database is cut off: {} of {} bytes are there", size, whole),
                    std::string("copy it again, or ").append(export_again));
    return header;
}

tl::unexpected<Diagnostic> damaged(sqlite3* database, std::string_view where) {
    const int code = sqlite3_errcode(database) & 0xff;
    if (code == SQLITE_INTERRUPT) return fail({}, "cancelled");
    if (code == SQLITE_NOMEM) throw std::bad_alloc();
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return fail({}, "the SQLite database is locked: another program writes it",
                    "wait until it has finished, or copy the file");
    return fail({}, fmt::format("the SQLite database is damaged ({}: {})", where, sqlite3_errmsg(database)),
                std::string(export_again));
}

std::string in_quotes(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) out.append(c == '"' ? 2 : 1, c);
    return out + "\"";
}

} // namespace

std::optional<int64_t> SqliteRow::integer(int column) const {
    if (sqlite3_column_type(m_statement, column) != SQLITE_INTEGER) return std::nullopt;
    return sqlite3_column_int64(m_statement, column);
}

std::string_view SqliteRow::text(int column) const {
    if (sqlite3_column_type(m_statement, column) != SQLITE_TEXT) return {};
    const unsigned char* text = sqlite3_column_text(m_statement, column);
    if (!text) return {};
    return {reinterpret_cast<const char*>(text),
            static_cast<size_t>(sqlite3_column_bytes(m_statement, column))};
}

SqliteRows::SqliteRows(sqlite3* database, sqlite3_stmt* statement, std::string table)
    : m_database(database)
    , m_statement(statement)
    , m_table(std::move(table)) {}

void SqliteRows::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Result<bool> SqliteRows::next() {
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return damaged(m_database, m_table);
}

void SqliteDatabase::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<SqliteDatabase> SqliteDatabase::open(const fs::path& path, const std::stop_token& stop) {
    const auto header = whole_header(path);
    if (!header) return tl::unexpected(header.error());
    // What stands in these is not in the database yet, or has to be taken back from it.
    for (const std::string_view suffix : {"-journal", "-wal"})
        if (has_content(path, suffix))
            return fail({},
                        fmt::format("the SQLite database is being written, or its writer broke off: {}{} "
                                    "stands beside it",
                                    path.filename().string(), suffix),
                        "wait until it has finished, or open it once with the program that wrote it");
    const auto connect = [&](SqliteDatabase& to, std::string_view query) -> Result<bool> {
        sqlite3* raw = nullptr;
        const int code =
            sqlite3_open_v2(uri_of(path, query).c_str(), &raw,
                            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
        to.m_database.reset(raw);
        if (!raw) throw std::bad_alloc();
        if (code != SQLITE_OK) return damaged(raw, "opening");
        sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, longest_text);
        return true;
    };
    constexpr std::string_view tables =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0";
    // An immutable file is read without a look at its locks, so these are asked for first. In the journal
    // mode "wal" that would create files beside it; there an empty log says that nobody writes.
    if ((*header)[18] == 1) {
        SqliteDatabase probe;
        if (auto done = connect(probe, "?mode=ro"); !done) return tl::unexpected(done.error());
        auto rows = probe.query(std::string(tables), "schema");
        if (!rows) return tl::unexpected(rows.error());
        if (auto row = rows->next(); !row) return tl::unexpected(row.error());
    }
    SqliteDatabase out;
    out.m_stop = std::make_unique<std::stop_token>(stop);
    if (auto done = connect(out, "?mode=ro&immutable=1"); !done) return tl::unexpected(done.error());
    sqlite3_progress_handler(
        out.m_database.get(), instructions_between_stops,
        [](void* token) { return static_cast<const std::stop_token*>(token)->stop_requested() ? 1 : 0; },
        out.m_stop.get());
    auto rows = out.query(std::string(tables), "schema");
    if (!rows) return tl::unexpected(rows.error());
    for (;;) {
        const auto more = rows->next();
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
        out.m_tables.emplace(rows->row().text(0));
    }
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (!error) out.m_bytes = static_cast<int64_t>(size);
    return out;
}

Result<SqliteRows> SqliteDatabase::query(const std::string& sql, const std::string& table) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return damaged(m_database.get(), table);
    return SqliteRows(m_database.get(), statement, table);
}

Result<bool> SqliteDatabase::has_column(const std::string& table, std::string_view column) const {
    auto rows = query("PRAGMA table_info(" + in_quotes(table) + ")", table);
    if (!rows) return tl::unexpected(rows.error());
    for (;;) {
        const auto more = rows->next();
        if (!more || !*more) return more;
        if (rows->row().text(1) == column) return true;
    }
}

Result<SqliteRows> SqliteDatabase::rows(const std::string& table,
                                        const std::vector<std::string>& columns) const {
    std::string list;
    for (const std::string& column : columns) {
        const auto known = has_column(table, column);
        if (!known) return tl::unexpected(known.error());
        list += (list.empty() ? "" : ", ") + (*known ? in_quotes(column) : std::string("NULL"));
    }
    return query("SELECT " + list + " FROM " + in_quotes(table), table);
}

int64_t SqliteDatabase::rows_about(const std::string& table) const {
    auto rows = query("SELECT max(rowid) FROM " + in_quotes(table), table);
    if (!rows) return 0;
    const auto more = rows->next();
    constexpr int64_t most = int64_t{1} << 48; // more than a database holds
    return more && *more ? std::clamp<int64_t>(rows->row().integer(0).value_or(0), 0, most) : 0;
}

} // namespace roofrack
