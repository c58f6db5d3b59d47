// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_table.h"

#include "core/base/units/common_units.h"
#include "core/base/units/csv_cell.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace roofrack {

namespace {

/// Numbers stay numbers: only text could be a formula.
std::string cell_text(const ChartTable::Cell& cell, char separator) {
    const auto* text = std::get_if<std::string>(&cell);
    return text ? csv_cell(*text, separator) : ChartTable::text(cell);
}

/// A unit that people read, where a column's largest number is of its size.
struct Practical {
    std::string_view si, unit;
    double size;     ///< SI units in one
    double from = 1; ///< from of them: the largest number from which it is used
};
constexpr Practical practical_units[] = {
    {"W", "kW", 1e3},
    {"s", "d", seconds_a_day, 2},
    {"J", "kWh", joules_a_kilowatt_hour},
    {"B", "GB", 1e9},
    {"B/s", "GB/s", 1e9},
    {"$", "$M", 1e6},
    {"$/s", "$/h", 1 / seconds_an_hour, 0},
    {"FLOP/s", "TFLOP/s", 1e12},
};

/// A number of four digits, in any locale.
double four_digits(double value) {
    const std::string text = fmt::format("{:.4g}", value);
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

/// Beside each column of large SI numbers one in the unit that people read, of four digits, behind all
/// others.
ChartTable with_practical_units(ChartTable table) {
    const size_t columns = table.columns.size();
    for (size_t i = 0; i < columns; ++i) {
        const auto practical = std::ranges::find(practical_units, table.columns[i].unit, &Practical::si);
        if (practical == std::end(practical_units)) continue;
        double most = 0;
        for (const auto& row : table.rows)
            if (const double* number = std::get_if<double>(&row[i]); number && std::isfinite(*number))
                most = std::max(most, std::abs(*number) / practical->size);
        if (!(most > 0) || most < practical->from) continue;
        table.columns.push_back({table.columns[i].name, std::string(practical->unit)});
        for (auto& row : table.rows) {
            const double* const found = std::get_if<double>(&row[i]);
            const double number = found ? *found / practical->size : std::nan("");
            ChartTable::Cell& cell = row.emplace_back();
            if (std::isfinite(number)) cell = four_digits(number);
        }
    }
    return table;
}

std::string separated(const ChartTable& si, char separator, const char* end_of_line) {
    const ChartTable table = with_practical_units(si);
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
