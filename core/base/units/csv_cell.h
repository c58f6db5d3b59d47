// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// Text for a spreadsheet, which takes what begins with "=", "+", "-", "@", a tab or a return for a formula:
/// there an apostrophe stands before it. Not for numbers.
std::string no_formula(std::string_view text);

/// Text by no_formula() as a cell of a table whose cells stand between `separator`, quoted where it would
/// break the line apart (RFC 4180).
std::string csv_cell(std::string_view text, char separator = ',');

} // namespace roofrack
