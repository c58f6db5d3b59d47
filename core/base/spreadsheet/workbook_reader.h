// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

/// A sheet of a workbook, as text: what a cell shows without its format. A formula shows the value that
/// the program that saved it had found.
struct ReadSheet {
    std::string name;
    std::vector<std::vector<std::string>> rows; ///< as long as their last cell; rows may be empty
    std::map<std::pair<size_t, size_t>, std::string> formulas; ///< by row and column, from 0, without "="

    /// Empty where there is none.
    const std::string& at(size_t row, size_t column) const;
};

struct ReadWorkbook {
    std::vector<ReadSheet> sheets;              ///< in their order
    std::map<std::string, std::string> defined; ///< names and what they stand for: "Bill!$F$12"

    /// By name, whatever the case; nullptr when there is none.
    const ReadSheet* sheet(std::string_view name) const;
};

/// The bytes of an .xlsx file are those of a zip archive.
bool is_workbook(std::string_view bytes);

/// Reads an .xlsx file. Macros and pictures are passed over. Fails, and says why, on an encrypted one, on the
/// older .xls, on XML that is broken, above 1,000 sheets and 1,048,576 rows of one, where it unpacks to more
/// than 512 MB, and where its rows, cells and texts would take more than 512 MB of memory, however small the
/// file is.
Result<ReadWorkbook> read_workbook(std::string_view bytes, const std::string& where);

} // namespace roofrack
