// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spreadsheet/workbook_writer.h"

#include "core/base/files/foreign_file.h"
#include "core/base/units/printable.h"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <xlsxwriter.h>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

constexpr size_t most_characters = 32'767; ///< in a cell
constexpr size_t most_file_bytes = size_t{1} << 30;

/// A folder of its own for the parts of a workbook, which goes with all that is in it.
class ScratchFolder {
public:
    ScratchFolder() {
        std::error_code error;
        const fs::path base = fs::temp_directory_path(error);
        std::string name = ((error ? fs::path("/tmp") : base) / "roofrack-XXXXXX").string();
        if (mkdtemp(name.data()))
            m_path = name;
        else
            m_error = errno;
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        if (!m_path.empty()) fs::remove_all(m_path, ignored);
    }
    const std::string& path() const { return m_path; }
    int error() const { return m_error; }

private:
    std::string m_path;
    int m_error = 0;
};

/// At most so many characters of UTF-8; what is left out is said by "…".
std::string cut_text(std::string text) {
    size_t characters = 0, end = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80) continue;
        if (++characters == most_characters) end = i;
        // Characters beyond the first 65,536 count as two in a sheet.
        if (static_cast<unsigned char>(text[i]) >= 0xf0) ++characters;
        if (characters > most_characters) {
            text.resize(end);
            return text + "…";
        }
    }
    return text;
}

} // namespace

struct WorkbookWriter::Book {
    ScratchFolder folder;
    std::string file;
    lxw_workbook* book = nullptr;
    lxw_worksheet* sheet = nullptr;
    std::array<lxw_format*, 11> formats{};
    std::array<lxw_format*, 2> large{}; ///< decimals and inputs with thousands marks
    std::string fault;                  ///< the first one
    ~Book() {
        if (book) lxw_workbook_free(book);
    }

    lxw_format* format(CellStyle style) const { return formats[static_cast<size_t>(style)]; }
    lxw_format* format(CellStyle style, double value) const {
        constexpr double with_marks = 1000;
        if (std::abs(value) >= with_marks && style == CellStyle::decimal) return large[0];
        if (std::abs(value) >= with_marks && style == CellStyle::input) return large[1];
        return format(style);
    }
    void check(lxw_error error) {
        if (error != LXW_NO_ERROR && fault.empty()) fault = lxw_strerror(error);
    }
    /// `still`: rows that stay when it is scrolled.
    void add_sheet(const std::string& name, const std::vector<Column>& columns, uint32_t still) {
        if (!book) return;
        sheet = workbook_add_worksheet(book, name.c_str());
        if (!sheet) {
            if (fault.empty()) fault = "a sheet could not be made";
            return;
        }
        for (size_t i = 0; i < columns.size(); ++i) {
            const auto at = static_cast<lxw_col_t>(i);
            check(worksheet_set_column(sheet, at, at, columns[i].width, nullptr));
        }
        worksheet_freeze_panes(sheet, still, 0);
        worksheet_set_landscape(sheet);
        constexpr uint8_t a3 = 8;
        worksheet_set_paper(sheet, a3);
        worksheet_fit_to_pages(sheet, 1, 0);
    }
    void make_formats() {
        const auto make = [this](lxw_format*& each) {
            each = workbook_add_format(book);
            format_set_font_name(each, "Arial");
            format_set_font_size(each, 10);
        };
        for (lxw_format*& each : formats) make(each);
        for (lxw_format*& each : large) make(each);
        const auto at = [this](CellStyle style) { return format(style); };
        // Text does not touch the number on its left.
        format_set_indent(at(CellStyle::plain), 1);
        format_set_indent(at(CellStyle::note), 1);
        format_set_bold(at(CellStyle::heading));
        format_set_text_wrap(at(CellStyle::heading));
        format_set_align(at(CellStyle::heading), LXW_ALIGN_VERTICAL_TOP);
        format_set_bottom(at(CellStyle::heading), LXW_BORDER_THIN);
        format_set_bg_color(at(CellStyle::heading), 0xEEF1F5);
        format_set_bold(at(CellStyle::title));
        format_set_font_size(at(CellStyle::title), 14);
        format_set_num_format(at(CellStyle::whole), "#,##0");
        // Small numbers are shown as they are: digits that may be left out would leave the point of whole
        // ones behind.
        for (lxw_format* each : large) format_set_num_format(each, "#,##0");
        format_set_num_format(at(CellStyle::money), "#,##0");
        format_set_num_format(at(CellStyle::money_exact), "#,##0.00##");
        format_set_num_format(at(CellStyle::percent), "0.0%");
        format_set_font_color(at(CellStyle::input), 0x0000C0);
        format_set_font_color(large[1], 0x0000C0);
        format_set_font_color(at(CellStyle::note), 0x606060);
        format_set_text_wrap(at(CellStyle::wrapped));
        format_set_indent(at(CellStyle::wrapped), 1);
        format_set_align(at(CellStyle::wrapped), LXW_ALIGN_VERTICAL_TOP);
    }
};

WorkbookWriter::WorkbookWriter()
    : m_book(std::make_unique<Book>()) {
    if (m_book->folder.error() != 0) return;
    m_book->file = m_book->folder.path() + "/book.xlsx";
    std::string folder = m_book->folder.path();
    lxw_workbook_options options{LXW_TRUE, folder.data(), LXW_TRUE};
    m_book->book = workbook_new_opt(m_book->file.c_str(), &options);
    if (!m_book->book) return;
    // The same contents give the same bytes, whatever the time is.
    lxw_doc_properties properties{};
    properties.created = 946'684'800; // 2000-01-01
    m_book->check(workbook_set_properties(m_book->book, &properties));
    m_book->make_formats();
}

WorkbookWriter::~WorkbookWriter() = default;

void WorkbookWriter::begin_sheet(const std::string& name, const std::string& title,
                                 const std::vector<Column>& columns) {
    m_book->add_sheet(name, columns, first_row);
    text(0, 0, title, CellStyle::title);
    // Headings with a unit take two lines.
    constexpr double two_lines = 28;
    if (m_book->sheet) m_book->check(worksheet_set_row(m_book->sheet, first_row - 1, two_lines, nullptr));
    for (size_t i = 0; i < columns.size(); ++i)
        text(first_row - 1, static_cast<uint16_t>(i), columns[i].heading, CellStyle::heading);
}

void WorkbookWriter::begin_table(const std::string& name, const std::vector<Column>& columns) {
    m_book->add_sheet(name, columns, 1);
    for (size_t i = 0; i < columns.size(); ++i)
        text(0, static_cast<uint16_t>(i), columns[i].heading, CellStyle::heading);
}

void WorkbookWriter::text(uint32_t row, uint16_t column, std::string_view text, CellStyle style) {
    if (!m_book->sheet || text.empty()) return;
    m_book->check(worksheet_write_string(m_book->sheet, row, column, cut_text(printable_line(text)).c_str(),
                                         m_book->format(style)));
}

void WorkbookWriter::number(uint32_t row, uint16_t column, std::optional<double> value, CellStyle style) {
    if (!m_book->sheet || !value || !std::isfinite(*value)) return;
    m_book->check(worksheet_write_number(m_book->sheet, row, column, *value, m_book->format(style, *value)));
}

void WorkbookWriter::formula(uint32_t row, uint16_t column, const std::string& formula, double value,
                             CellStyle style) {
    if (!m_book->sheet) return;
    m_book->check(worksheet_write_formula_num(m_book->sheet, row, column, formula.c_str(),
                                              m_book->format(style, value),
                                              std::isfinite(value) ? value : 0));
}

void WorkbookWriter::define(const std::string& name, const std::string& range) {
    if (m_book->book) m_book->check(workbook_define_name(m_book->book, name.c_str(), range.c_str()));
}

Result<std::string> WorkbookWriter::finish() {
    Book& book = *m_book;
    const auto failed = [](const std::string& why) {
        return fail("workbook", "it could not be put together: " + why,
                    "make room in the folder for temporary files, or name another by TMPDIR");
    };
    if (!book.book) return failed(std::strerror(book.folder.error() ? book.folder.error() : ENOMEM));
    book.check(workbook_close(book.book));
    book.book = nullptr; // workbook_close() has freed it
    book.sheet = nullptr;
    if (!book.fault.empty()) return failed(book.fault);
    return read_foreign_file(book.file, most_file_bytes, "a workbook");
}

std::string WorkbookWriter::cell(uint32_t row, uint16_t column, bool fixed) {
    std::string letters;
    for (unsigned rest = column + 1U; rest > 0; rest = (rest - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
    return fixed ? fmt::format("${}${}", letters, row + 1) : fmt::format("{}{}", letters, row + 1);
}

} // namespace roofrack
