// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// How a cell looks; `wrapped` is text of several lines.
enum class CellStyle {
    plain,
    heading,
    title,
    whole,
    decimal,
    money,
    money_exact,
    percent,
    input,
    note,
    wrapped
};

/// Writes an .xlsx workbook from the first sheet to the last, each from its first row to its last, and keeps
/// no more than a row in memory. Text is always text: what begins with "=" is written as a string. Each
/// formula has its value beside it, which previewers show that cannot calculate.
class WorkbookWriter {
public:
    WorkbookWriter();
    ~WorkbookWriter();
    WorkbookWriter(const WorkbookWriter&) = delete;
    WorkbookWriter& operator=(const WorkbookWriter&) = delete;

    struct Column {
        std::string heading; ///< with its unit
        double width = 12;   ///< in characters
    };
    /// Begins a sheet: `title` in its first row, the headings in the third, which stay when the sheet is
    /// scrolled. Rows are counted from 0.
    void begin_sheet(const std::string& name, const std::string& title, const std::vector<Column>& columns);
    /// Begins a sheet for other programs: the headings alone, in its first row.
    void begin_table(const std::string& name, const std::vector<Column>& columns);
    /// The first row below the headings of begin_sheet().
    static constexpr uint32_t first_row = 3;
    static constexpr uint32_t most_rows = 1'048'576; ///< a sheet has no more, headings among them

    void text(uint32_t row, uint16_t column, std::string_view text, CellStyle style = CellStyle::plain);
    /// Nothing is written for what is not known or not finite.
    void number(uint32_t row, uint16_t column, std::optional<double> value, CellStyle style);
    /// `formula` without names that others have chosen: "=C4*D4".
    void formula(uint32_t row, uint16_t column, const std::string& formula, double value, CellStyle style);
    /// A name for a cell or a range: define("bill_total", "=Bill!$G$12").
    void define(const std::string& name, const std::string& range);

    /// The file's bytes. Fails where the temporary folder takes no more.
    Result<std::string> finish();

    /// "D4"; with `fixed` "$D$4".
    static std::string cell(uint32_t row, uint16_t column, bool fixed = false);

private:
    struct Book;
    std::unique_ptr<Book> m_book;
};

} // namespace roofrack
