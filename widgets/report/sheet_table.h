// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/handover/report_document.h"
#include "widgets/report/sheet_strip.h"
#include "widgets/theme/theme.h"

namespace roofrack {

/// A table as strips of that width: its headings, which are repeated, and its rows. Columns are as wide as
/// what they hold; where that is too much, the widest wrap. A row of many lines is divided.
void add_table_strips(std::vector<SheetStrip>& out, const ReportDocument::Table& table, double width,
                      const Theme& theme);

} // namespace roofrack
