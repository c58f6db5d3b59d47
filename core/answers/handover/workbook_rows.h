// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/workbook_changes.h"

#include <optional>

namespace roofrack {

/// True for equal texts, and for numbers that are equal to twelve digits.
bool same_cell(const std::string& a, const std::string& b);

/// The sheet Assumptions of a changed workbook, each row where ours has the one of its name.
struct AssumptionRows {
    ReadSheet sheet;                     ///< as ours where theirs has no row of the name
    std::map<size_t, size_t> their_row;  ///< by row of ours
    std::vector<ImportedChange> refused; ///< rows of theirs that have no place, and of ours that are gone
};
AssumptionRows assumption_rows(const ReadSheet& ours, const ReadSheet& theirs);

/// The first column in which two rows of the sheet Bill say that they are other things: its name, group,
/// tier, unit, length each or ownership. The part number is not among them: of cables it is read back.
std::optional<uint16_t> differing_column(const ReadSheet& one, size_t row, const ReadSheet& other,
                                         size_t other_row);

} // namespace roofrack
