// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/workbook.h"
#include "core/base/spreadsheet/workbook_writer.h"

namespace roofrack {

class CableList;

// One writes a sheet of project_workbook(). The sheet of assumptions is the first: the formulas of others use
// the names that it defines.

void write_assumptions(WorkbookWriter& book, const WorkbookInput& input);
void write_bill_sheet(WorkbookWriter& book, const WorkbookInput& input);
void write_cable_sheet(WorkbookWriter& book, const CableList& list, std::vector<Diagnostic>& warnings);
void write_rack_sheet(WorkbookWriter& book, const WorkbookInput& input);
void write_power_sheet(WorkbookWriter& book, const WorkbookInput& input);
void write_cash_sheet(WorkbookWriter& book, const WorkbookInput& input);
/// As the report compares them. What is found ends once it is stopped.
void write_comparison_sheet(WorkbookWriter& book, const WorkbookInput& input, const std::stop_token& stop);
void write_figure_sheet(WorkbookWriter& book, const WorkbookInput& input);

} // namespace roofrack
