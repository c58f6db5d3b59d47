// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/difference.h"

#include "core/base/figures/figure_value.h"
#include "core/base/units/calendar_date.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace roofrack::figures {

namespace {

/// A number of which less or more is better.
bool is_compared(const Row& row) {
    return row.better != Better::neither && (row.as<NumberValue>() || row.as<BandOfValues>());
}

/// None: one of them lacks the figure.
std::optional<FigureDifference> difference_of(const Shape& shape, const Row& row, const void* baseline,
                                              const void* object) {
    const Column column{{}, &row};
    const double from = number_of({&shape, baseline}, column), to = number_of({&shape, object}, column);
    if (!std::isfinite(from) || !std::isfinite(to)) return std::nullopt;
    return FigureDifference{
        &row, to - from, from != 0 ? (to - from) / std::abs(from) : std::numeric_limits<double>::quiet_NaN(),
        from};
}

/// "−1.77 s, −32.4 %", whose amount is written by `amount_text`.
std::string signed_text(const FigureDifference& difference,
                        std::string (&amount_text)(double, const Measure&)) {
    // Weeks count from the order: a share of them, "+1273.0 %" of a run that soon begins, would say nothing.
    if (difference.row->measure.shown == weeks.shown)
        return date_difference_text(difference.baseline + difference.absolute, difference.baseline);
    constexpr double nothing = 5e-5; // 0.0 % as it is printed
    const bool is_same = difference.absolute == 0 || std::abs(difference.relative) < nothing;
    if (is_same) return "the same";
    const char* const sign = difference.absolute > 0 ? "+" : "−";
    const double absolute = std::abs(difference.absolute);
    Measure measure = difference.row->measure;
    const bool is_rounded = measure.style == Style::count || measure.style == Style::fixed;
    const double shown = absolute * measure.factor;
    if (is_rounded && (cell_text(absolute, measure) == cell_text(0, measure) ||
                       (measure.style == Style::count && shown < 0.5))) {
        measure.style = Style::significant; // "+0.4 t", where the figure itself is told in whole tonnes
        measure.digits = shown < 1 ? 1 : 2;
    }
    std::string amount = amount_text(absolute, measure);
    // A share of a share would pass for the other one.
    if (amount.ends_with(" %")) amount.replace(amount.size() - 2, 2, " points");
    std::string out = sign + std::move(amount);
    if (std::isfinite(difference.relative))
        out += fmt::format(", {}{:.1f} %", sign, 100 * std::abs(difference.relative));
    return out;
}

} // namespace

std::vector<FigureDifference> differences(const Shape& shape, const void* baseline, const void* object) {
    std::vector<FigureDifference> out;
    for (const Row& row : shape.rows)
        if (is_compared(row))
            if (const auto difference = difference_of(shape, row, baseline, object))
                out.push_back(*difference);
    return out;
}

std::string difference_text(const FigureDifference& difference) {
    return signed_text(difference, figure_text);
}

std::string change_text(double change, const Measure& measure) {
    return (change < 0 ? "−" : "+") + figure_text(std::abs(change), measure);
}

std::vector<TableLine> table_with_differences(const Shape& shape, std::span<const TableRow> rows,
                                              std::span<const void* const> objects) {
    if (objects.size() < 2) return table_of(shape, rows, objects);
    std::vector<TableLine> out;
    for (const TableRow& each : with_rest(shape, rows)) {
        for (TableLine& line : table_of(shape, {&each, 1}, objects)) out.push_back(std::move(line));
        // A second row of one figure says its ends: the difference stands below the first.
        const bool is_again = each.indent > 0 && !each.label.empty();
        if (each.name.empty() || is_again) continue;
        const Column column = column_of(shape, each.name);
        if (!column.way.empty() || !is_compared(*column.row)) continue;
        TableLine line{"  to baseline", {std::string("–")}};
        for (const void* object : objects.subspan(1)) {
            const auto difference = difference_of(shape, *column.row, objects.front(), object);
            line.cells.push_back(difference ? signed_text(*difference, cell_text) : std::string("–"));
        }
        out.push_back(std::move(line));
    }
    return out;
}

} // namespace roofrack::figures
