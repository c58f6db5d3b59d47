// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_table.h"

#include "core/units/csv_cell.h"

#include <charconv>
#include <cmath>

namespace roofrack {

namespace {

/// Numbers stay numbers: only text could be a formula.
std::string cell_text(const ChartTable::Cell& cell, char separator) {
    const auto* text = std::get_if<std::string>(&cell);
    return text ? csv_cell(*text, separator) : ChartTable::text(cell);
}

std::string separated(const ChartTable& table, char separator, const char* end_of_line) {
    std::string out;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const auto& [name, unit] = table.columns[i];
        if (i) out += separator;
        out += csv_cell(unit.empty() ? name : name + " [" + unit + "]", separator);
    }
    out += end_of_line;
    for (const auto& row : table.rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            if (i) out += separator;
            out += cell_text(row[i], separator);
        }
        out += end_of_line;
    }
    return out;
}

} // namespace

std::string ChartTable::text(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    const auto* number = std::get_if<double>(&cell);
    if (!number || !std::isfinite(*number)) return {};
    char buffer[32];
    // Plain digits where people read them, as the command line's JSON prints them.
    const double size = std::abs(*number);
    const auto format =
        size == 0 || (size >= 1e-5 && size < 1e15) ? std::chars_format::fixed : std::chars_format::scientific;
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, *number, format).ptr};
}

std::string ChartTable::csv() const { return separated(*this, ',', "\r\n"); }
std::string ChartTable::tsv() const { return separated(*this, '\t', "\n"); }

} // namespace roofrack
