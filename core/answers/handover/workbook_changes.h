// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/workbook.h"
#include "core/base/spreadsheet/workbook_reader.h"

namespace roofrack {

/// A cell of a workbook that says something else than the scenario does.
struct WorkbookChange {
    std::string place;         ///< "Bill, row 5, Quantity", "Assumptions, row 9"
    std::string what;          ///< "DGX H100: quantity", "/site/electricity_price"
    std::string before, after; ///< as the cells have them
    std::string refused;       ///< why it cannot be taken; empty: it is

    /// "DGX H100: 32 → 64", with six digits of numbers.
    std::string text() const;
};

struct WorkbookChanges {
    std::vector<WorkbookChange> list; ///< by sheet and row
    Scenario scenario;                ///< with all that is taken

    size_t taken() const;
};

/// What was changed in a workbook since it was written of this scenario. Taken are numbers of the sheet
/// Assumptions that are inputs, and on the sheet Bill quantities of things that are drawn once, prices,
/// powers and part numbers of cables (those of the sheet Cables as well); each is held against the bill of
/// the changed scenario before it counts as taken. Everything else is refused with its reason. Fails where
/// the book is none of ours, and where the scenario has no bill.
Result<WorkbookChanges> workbook_changes(const ReadWorkbook& book, const WorkbookInput& input);

} // namespace roofrack
