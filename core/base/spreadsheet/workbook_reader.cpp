// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/workbook_reader.h"

#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/spreadsheet/zip_members.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <simdjson.h>

namespace roofrack {

namespace {

using Item = XmlScanner::Item;

constexpr size_t most_unpacked = size_t{512} << 20, most_held = size_t{512} << 20, most_rows = 1'048'576,
                 most_columns = 16'384, most_sheets = 1'000;
/// What a string takes beside its characters, where these are too many to stand in it.
constexpr size_t string_bytes = sizeof(std::string), formula_bytes = 128;

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// "AB12" → row 11, column 27.
std::optional<std::pair<size_t, size_t>> place_of(std::string_view reference) {
    size_t column = 0, i = 0;
    for (; i < reference.size() && reference[i] >= 'A' && reference[i] <= 'Z' && i < 4; ++i)
        column = column * 26 + static_cast<size_t>(reference[i] - 'A' + 1);
    size_t row = 0;
    const auto read = std::from_chars(reference.data() + i, reference.data() + reference.size(), row);
    if (read.ec != std::errc() || column == 0 || row == 0 || row > most_rows || column > most_columns)
        return std::nullopt;
    return std::pair(row - 1, column - 1);
}

class BookReader {
public:
    BookReader(const ZipMembers& members, const std::string& where)
        : m_members(members)
        , m_where(where) {}

    Result<ReadWorkbook> read() {
        const std::string* const book = member("xl/workbook.xml");
        if (!book) return fail(m_where, "it is a zip archive, but no workbook", "give an .xlsx file");
        for (const auto& [name, text] : m_members)
            if (!simdjson::validate_utf8(text.data(), text.size()))
                return fail(m_where + ": " + name, "the text is not UTF-8", "save it again as .xlsx");
        if (const auto done = read_shared(); !done) return tl::unexpected(done.error());
        const auto targets = read_targets();
        if (!targets) return tl::unexpected(targets.error());
        if (const auto done = read_book(*book, *targets); !done) return tl::unexpected(done.error());
        return std::move(m_out);
    }

private:
    const std::string* member(std::string_view name) const {
        const auto it = m_members.find(name);
        return it == m_members.end() ? nullptr : &it->second;
    }
    tl::unexpected<Diagnostic> broken(std::string_view member, const std::string& why) const {
        return fail(fmt::format("{}: {}", m_where, member), "it is no XML: " + why,
                    "save it again from the program that made it");
    }

    Result<void> read_shared() {
        const std::string* const text = member("xl/sharedStrings.xml");
        if (!text) return {};
        XmlScanner xml(*text);
        bool in_text = false;
        int phonetic = 0;
        for (Item item = xml.next(); item != Item::finish; item = xml.next()) {
            if (item == Item::fault) return broken("xl/sharedStrings.xml", xml.why());
            if (item == Item::start && xml.name() == "si") {
                m_shared.emplace_back();
                if (!holds(string_bytes)) return too_much();
            }
            if (xml.name() == "rPh" && item != Item::text) phonetic += item == Item::start ? 1 : -1;
            if (item != Item::text) in_text = item == Item::start && xml.name() == "t";
            if (item == Item::text && in_text && phonetic == 0 && !m_shared.empty()) {
                m_shared.back() += xml.text();
                if (!holds(xml.text().size())) return too_much();
            }
        }
        return {};
    }

    /// Files of the sheets, by the id of their relation.
    Result<std::map<std::string, std::string>> read_targets() {
        std::map<std::string, std::string> out;
        const std::string* const text = member("xl/_rels/workbook.xml.rels");
        if (!text) return fail(m_where, "the workbook does not say where its sheets are", "save it again");
        XmlScanner xml(*text);
        for (Item item = xml.next(); item != Item::finish; item = xml.next()) {
            if (item == Item::fault) return broken("xl/_rels/workbook.xml.rels", xml.why());
            if (item != Item::start || xml.name() != "Relationship") continue;
            std::string target = xml.attribute("Target");
            target = target.starts_with('/') ? target.substr(1) : "xl/" + target;
            out[xml.attribute("Id")] = std::move(target);
        }
        return out;
    }

    Result<void> read_book(const std::string& text, const std::map<std::string, std::string>& targets) {
        XmlScanner xml(text);
        std::string defined;
        for (Item item = xml.next(); item != Item::finish; item = xml.next()) {
            if (item == Item::fault) return broken("xl/workbook.xml", xml.why());
            if (item == Item::text && !defined.empty()) {
                if (!holds(formula_bytes + defined.size() + xml.text().size())) return too_much();
                m_out.defined[defined] += xml.text();
            }
            if (item != Item::text) defined.clear();
            if (item != Item::start) continue;
            if (xml.name() == "definedName") defined = xml.attribute("name");
            if (xml.name() != "sheet") continue;
            const auto target = targets.find(xml.attribute("id"));
            const std::string* const sheet = target == targets.end() ? nullptr : member(target->second);
            if (!sheet) continue; // a sheet that is a chart
            if (m_out.sheets.size() == most_sheets)
                return fail(m_where, "it has more than 1,000 sheets", "give a smaller one");
            if (!m_read.insert(target->second).second)
                return fail(m_where, "two of its sheets are the same file", "save it again");
            m_out.sheets.push_back({xml.attribute("name"), {}, {}});
            if (const auto done = read_sheet(*sheet, target->second, m_out.sheets.back()); !done) return done;
        }
        return {};
    }

    Result<void> read_sheet(const std::string& text, const std::string& member, ReadSheet& out) {
        XmlScanner xml(text);
        size_t row = 0, column = 0;
        bool first_row = true, in_cell = false;
        std::string type, value, formula;
        std::string* into = nullptr;
        for (Item item = xml.next(); item != Item::finish; item = xml.next()) {
            if (item == Item::fault) return broken(member, xml.why());
            if (item == Item::text) {
                if (into) *into += xml.text();
                continue;
            }
            into = nullptr;
            const std::string_view tag = xml.name();
            if (item == Item::start && tag == "row") {
                const std::string number = xml.attribute("r");
                const auto place = number.empty() ? std::nullopt : place_of("A" + number);
                row = place ? place->first : first_row ? 0 : row + 1;
                first_row = false;
                column = 0;
            } else if (item == Item::start && tag == "c") {
                if (const auto place = place_of(xml.attribute("r"))) std::tie(row, column) = *place;
                type = xml.attribute("t");
                value.clear();
                formula.clear();
                in_cell = true;
            } else if (item == Item::start && in_cell && (tag == "v" || tag == "t")) {
                into = &value;
            } else if (item == Item::start && in_cell && tag == "f") {
                into = &formula;
            } else if (item == Item::end && tag == "c") {
                in_cell = false;
                if (const auto done = put(out, row, column++, type, value, formula); !done) return done;
            }
        }
        return {};
    }

    Result<void> put(ReadSheet& out, size_t row, size_t column, const std::string& type, std::string& value,
                     std::string& formula) {
        if (!formula.empty()) {
            if (!holds(formula_bytes + formula.size())) return too_much();
            out.formulas[{row, column}] = formula;
        }
        if (value.empty()) return {};
        if (type == "s") {
            size_t index = 0;
            const auto read = std::from_chars(value.data(), value.data() + value.size(), index);
            if (read.ec != std::errc() || index >= m_shared.size())
                return fail(fmt::format("{}: {}", m_where, out.name), "a cell names a text that there is not",
                            "save it again from the program that made it");
            value = m_shared[index];
        }
        if (row >= most_rows || column >= most_columns)
            return fail(m_where, "a cell lies beyond the last row or column of a sheet", "save it again");
        // Cells far to the right make a row long, and cells far down a sheet, whatever is in them.
        const auto grown = [](size_t at, size_t size) { return at < size ? 0 : at + 1 - size; };
        const size_t rows = grown(row, out.rows.size());
        const size_t cells = grown(column, rows > 0 ? 0 : out.rows[row].size());
        if (!holds(rows * sizeof(out.rows[0]) + cells * string_bytes + value.size())) return too_much();
        if (rows > 0) out.rows.resize(row + 1);
        if (cells > 0) out.rows[row].resize(column + 1);
        out.rows[row][column] = std::move(value);
        return {};
    }

    /// Counts what is kept; false: it is too much.
    bool holds(size_t bytes) { return (m_held += bytes) <= most_held; }
    tl::unexpected<Diagnostic> too_much() const {
        return fail(m_where, "its rows, cells and texts would take more than 512 MB of memory",
                    "delete sheets, rows and columns that are not needed");
    }

    const ZipMembers& m_members;
    std::string m_where;
    std::vector<std::string> m_shared;
    std::set<std::string> m_read; ///< files of sheets
    size_t m_held = 0;
    ReadWorkbook m_out;
};

} // namespace

const std::string& ReadSheet::at(size_t row, size_t column) const {
    static const std::string none;
    return row < rows.size() && column < rows[row].size() ? rows[row][column] : none;
}

const ReadSheet* ReadWorkbook::sheet(std::string_view name) const {
    const auto it =
        std::ranges::find_if(sheets, [&](const ReadSheet& each) { return same_letters(each.name, name); });
    return it == sheets.end() ? nullptr : &*it;
}

bool is_workbook(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

Result<ReadWorkbook> read_workbook(std::string_view bytes, const std::string& where) {
    if (bytes.starts_with("\xd0\xcf\x11\xe0"))
        return fail(where, "it is encrypted, or an .xls of before 2007",
                    "save it as .xlsx without a password");
    if (!is_workbook(bytes)) return fail(where, "it is no .xlsx file", "save it as .xlsx");
    const auto wanted = [](std::string_view name) {
        return name == "xl/workbook.xml" || name == "xl/sharedStrings.xml" ||
               name == "xl/_rels/workbook.xml.rels" ||
               (name.starts_with("xl/worksheets/") && name.ends_with(".xml"));
    };
    auto members = read_zip(bytes, where, wanted, most_unpacked);
    if (!members) return tl::unexpected(members.error());
    return BookReader(*members, where).read();
}

} // namespace roofrack
