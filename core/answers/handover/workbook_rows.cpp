// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/workbook_rows.h"

#include "core/answers/handover/bill_columns.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::map<std::string, std::vector<size_t>> rows_by_name(const ReadSheet& sheet) {
    std::map<std::string, std::vector<size_t>> out;
    for (size_t row = 0; row < sheet.rows.size(); ++row)
        if (!sheet.at(row, 0).empty()) out[sheet.at(row, 0)].push_back(row);
    return out;
}

void put_row(ReadSheet& out, size_t to, const ReadSheet& from, size_t row) {
    out.rows[to] = row < from.rows.size() ? from.rows[row] : std::vector<std::string>();
    std::erase_if(out.formulas, [&](const auto& each) { return each.first.first == to; });
    for (auto at = from.formulas.lower_bound({row, 0}); at != from.formulas.end() && at->first.first == row;
         ++at)
        out.formulas[{to, at->first.second}] = at->second;
}

} // namespace

bool same_cell(const std::string& a, const std::string& b) {
    if (a == b) return true;
    const auto x = number_in_cell(a), y = number_in_cell(b);
    return x && y && std::abs(*x - *y) <= 1e-12 * std::max(std::abs(*x), std::abs(*y));
}

AssumptionRows assumption_rows(const ReadSheet& ours, const ReadSheet& theirs) {
    const auto own = rows_by_name(ours), other = rows_by_name(theirs);
    AssumptionRows out;
    out.sheet = ours;
    out.sheet.rows.resize(std::max(ours.rows.size(), theirs.rows.size()));
    const auto refuse = [&](size_t row, const std::string& name, const std::string& before,
                            const std::string& after, const char* why) {
        out.refused.push_back({fmt::format("Assumptions, row {}", row + 1), name, before, after, why});
    };
    for (size_t row = 0; row < theirs.rows.size(); ++row) {
        const std::string &name = theirs.at(row, 0), &value = theirs.at(row, 1);
        const auto at = own.find(name);
        if (name.empty()) {
            if (ours.at(row, 0).empty())
                put_row(out.sheet, row, theirs, row);
            else if (!value.empty())
                refuse(row, name, "", value, "this row has no name: rows were moved");
        } else if (at == own.end())
            refuse(row, name, "", value,
                   "the scenario has no such row: it was put in, or the project changed");
        else if (at->second.size() > 1 || other.at(name).size() > 1)
            refuse(row, name, "", value, "several rows have this name");
        else {
            put_row(out.sheet, at->second.front(), theirs, row);
            out.their_row[at->second.front()] = row;
        }
    }
    for (const auto& [name, rows] : own)
        if (!other.contains(name))
            refuse(rows.front(), name, ours.at(rows.front(), 1), "",
                   "the workbook has no such row: it was taken out, or the project changed");
    return out;
}

std::optional<uint16_t> differing_column(const ReadSheet& one, size_t row, const ReadSheet& other,
                                         size_t other_row) {
    for (const uint16_t column : {BillColumn::name, BillColumn::group, BillColumn::tier, BillColumn::unit,
                                  BillColumn::length_each, BillColumn::ownership})
        if (!same_cell(one.at(row, column), other.at(other_row, column))) return column;
    return std::nullopt;
}

} // namespace roofrack
