// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/workbook.h"
#include "core/answers/imports/imported_changes.h"
#include "core/base/spreadsheet/workbook_reader.h"

namespace roofrack {

/// What was changed in a workbook since it was written of this scenario. Taken are numbers of the sheet
/// Assumptions that are inputs, and on the sheet Bill quantities of things that are drawn once, prices,
/// powers and part numbers of cables (those of the sheet Cables as well); each is held against the bill of
/// the changed scenario before it counts as taken. Everything else is refused with its reason. Fails where
/// the book is none of ours, where the scenario has no bill, and once it is stopped, as project_workbook()
/// is.
Result<ImportedChanges> workbook_changes(const ReadWorkbook& book, const WorkbookInput& input,
                                         const std::stop_token& stop = {});

} // namespace roofrack
