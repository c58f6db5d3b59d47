// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/figures/figures_markdown.h"

#include "core/answers/figure_index.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view opening =
    "# Figures\n"
    "\n"
    "What a project can be asked for by name, in SI units. `roofrack-cli ask PROJECT NAME` prints it, the\n"
    "search of the window finds it, and the JSON of the commands has it under the last part of its name. "
    "`*`\n"
    "stands for an item of a list: its name (`money.paths.own-hall.capital_usd`) or its place from 0. A band "
    "also "
    "has\n"
    "`.low`, `.likely` and `.high`, a range `.low` and `.high`.\n"
    "\n"
    "This page is what `roofrack-cli figures --markdown` prints; a test holds it to that.\n";

/// As a cell of a table.
std::string table_cell(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

std::string meaning(const figures::Row& row) {
    std::string out = row.help.empty() ? std::string(row.label) : fmt::format("{}: {}", row.label, row.help);
    std::string choices;
    for (const std::string_view each : row.choices)
        choices += fmt::format("{}`{}`", choices.empty() ? "" : ", ", each);
    return choices.empty() ? out : fmt::format("{}; {}", out, choices);
}

std::string absent(const figures::NamedRow& figure) {
    std::string out;
    for (const std::string_view reason : figure.reasons())
        out += (out.empty() ? "" : "; ") + std::string(reason);
    return out;
}

} // namespace

std::string figures_markdown() {
    std::string out(opening);
    const FigureStudy* before = nullptr;
    for (const IndexedFigure& each : figure_index()) {
        if (each.study != before)
            out += fmt::format("\n## {}\n\n| Name | Unit | What it is | Absent |\n|---|---|---|---|\n",
                               each.study->label);
        before = each.study;
        const figures::Row& row = *each.figure.row;
        out += fmt::format("| `{}` | {} | {} | {} |\n", each.figure.name, table_cell(row.measure.stored),
                           table_cell(meaning(row)), table_cell(absent(each.figure)));
    }
    return out;
}

} // namespace roofrack
