// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/measure.h"

#include <string>
#include <vector>

namespace roofrack::figures {

/// cell_text() of values that are read together, such as both ends of a range: all in one unit, as
/// in_one_unit() has it.
std::vector<std::string> cell_texts(const std::vector<double>& values, const Measure& measure);
/// figure_text() of them, all in one unit.
std::vector<std::string> figure_texts(const std::vector<double>& values, const Measure& measure);

/// The unit of bare numbers that are read together, as those of a row of a spreadsheet, and what a stored one
/// is multiplied by to be in it: "days", 1/86400 for days to the budget; "MW", 1e-6 for 579 kW and 1.98 MW.
/// Dollars stay dollars, so that they can be added.
struct SheetUnit {
    std::string text;
    double factor = 1;
};
SheetUnit sheet_unit(const std::vector<double>& values, const Measure& measure);

} // namespace roofrack::figures
