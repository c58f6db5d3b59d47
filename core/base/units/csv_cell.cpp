// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/csv_cell.h"

namespace roofrack {

std::string no_formula(std::string_view text) {
    const bool is_formula =
        !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    return (is_formula ? "'" : "") + std::string(text);
}

std::string csv_cell(std::string_view text, char separator) {
    const std::string cell = no_formula(text);
    if (cell.find_first_of(std::string("\"\r\n") + separator) == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace roofrack
