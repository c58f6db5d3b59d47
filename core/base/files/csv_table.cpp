// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/csv_table.h"

#include "core/base/files/foreign_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <simdjson.h>

namespace roofrack {

size_t Table::column(std::string_view name) const {
    const auto it = std::ranges::find(header, name);
    return it == header.end() ? std::string::npos : static_cast<size_t>(it - header.begin());
}

Result<Table> parse_csv(std::string_view text, std::string_view where) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (!simdjson::validate_utf8(text.data(), text.size()))
        return fail(std::string(where), "the text is not UTF-8", "save it in that encoding");
    const std::string_view first = text.substr(0, text.find('\n'));
    char separator = ',';
    for (const char candidate : {';', '\t'})
        if (std::ranges::count(first, candidate) > std::ranges::count(first, separator))
            separator = candidate;

    Table table;
    std::vector<std::string> row;
    std::string cell;
    bool quoted = false, any = false;
    size_t line = 1, row_line = 1;
    const auto end_cell = [&] {
        row.push_back(std::move(cell));
        cell.clear();
    };
    const auto end_row = [&]() -> Result<void> {
        end_cell();
        const bool blank = row.size() == 1 && row.front().empty();
        if (!blank && table.header.empty()) {
            table.header = std::move(row);
        } else if (!blank) {
            if (row.size() > table.header.size())
                return fail(fmt::format("{}:{}", where, row_line),
                            fmt::format("{} cells under a header of {}", row.size(), table.header.size()),
                            "quote cells that hold the separator");
            row.resize(table.header.size());
            table.rows.push_back(std::move(row));
            table.lines.push_back(row_line);
        }
        row.clear();
        any = false;
        row_line = line + 1;
        return {};
    };
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"')
                cell += '"', ++i;
            else if (c == '"')
                quoted = false;
            else
                cell += c;
            if (c == '\n') ++line;
            continue;
        }
        any = true;
        if (c == '"' && cell.empty())
            quoted = true;
        else if (c == separator)
            end_cell();
        else if (c == '\n') {
            if (auto done = end_row(); !done) return tl::unexpected(done.error());
            ++line;
        } else if (c != '\r')
            cell += c;
    }
    if (quoted)
        return fail(fmt::format("{}:{}", where, row_line), "a quoted cell never ends", "close it with \"");
    if (any)
        if (auto done = end_row(); !done) return tl::unexpected(done.error());
    if (table.header.empty()) return fail(std::string(where), "empty file", "give a CSV with a header line");
    return table;
}

Result<Table> read_csv(const std::filesystem::path& path) {
    const auto text = read_foreign_file(path, largest_text_file, "a table of runs");
    if (!text) return tl::unexpected(text.error());
    if (text->find('\0') != std::string::npos)
        return fail(path.string(), "not a text file", "give a CSV with a header line");
    return parse_csv(*text, path.string());
}

Table joined(std::vector<Table> tables) {
    Table out;
    for (Table& table : tables) {
        std::vector<size_t> places;
        for (const std::string& name : table.header) {
            if (out.column(name) == std::string::npos) out.header.push_back(name);
            places.push_back(out.column(name));
        }
        for (size_t i = 0; i < table.rows.size(); ++i) {
            std::vector<std::string>& row = out.rows.emplace_back(out.header.size());
            for (size_t c = 0; c < places.size(); ++c) row[places[c]] = std::move(table.rows[i][c]);
            out.lines.push_back(table.lines[i]);
        }
    }
    for (std::vector<std::string>& row : out.rows) row.resize(out.header.size());
    return out;
}

} // namespace roofrack
