// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/bill_columns.h"
#include "core/answers/handover/sheets.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/handover/cable_list.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

void write_end(WorkbookWriter& book, uint32_t row, uint16_t column, const CableEnd& end) {
    book.text(row, column, end.rack);
    book.number(row, column + 1, end.u ? std::optional(static_cast<double>(*end.u)) : std::nullopt,
                CellStyle::whole);
    book.text(row, column + 2, end.device);
    book.text(row, column + 3, end.port);
}

} // namespace

void write_cable_sheet(WorkbookWriter& book, const CableList& list, std::vector<Diagnostic>& warnings) {
    book.begin_sheet("Cables", "Every cable from port to port",
                     {{"Cable", 9},
                      {"From rack", 16},
                      {"U", 5},
                      {"Device", 20},
                      {"Port", 10},
                      {"To rack", 16},
                      {"U", 5},
                      {"Device", 20},
                      {"Port", 10},
                      {"Kind", 8},
                      {"Part number", 14},
                      {"Cable", 28},
                      {"Rate, Gb/s", 10},
                      {"Run, m", 9},
                      {"Length, m", 9},
                      {"Label", 40},
                      {"Colour", 9},
                      {"Ownership", 10}});
    constexpr uint16_t number = CableColumn::number, kind = CableColumn::kind, run = 13, length = 14,
                       label = 15;
    uint32_t row = WorkbookWriter::first_row;
    double cables = 0, metres = 0;
    const CableList::Visited seen = list.visit([&](const LaidCable& cable) {
        book.number(row, number, static_cast<double>(cable.number), CellStyle::whole);
        write_end(book, row, 1, cable.from);
        write_end(book, row, 5, cable.to);
        book.text(row, kind, cable.kind);
        book.text(row, CableColumn::part, cable.part);
        book.text(row, kind + 2, cable.name);
        book.number(row, kind + 3, cable.rate ? std::optional(in_gigabits(*cable.rate)) : std::nullopt,
                    CellStyle::decimal);
        book.number(row, run, cable.run, CellStyle::decimal);
        book.number(row, length, cable.length, CellStyle::decimal);
        book.text(row, label, cable.label);
        book.text(row, label + 1, cable.colour);
        book.text(row++, label + 2, name_of(cable.procurement));
        ++cables;
        metres += cable.length.value_or(0);
        return cables < most_cable_rows;
    });
    if (list.count() > most_cable_rows)
        warnings.push_back({"Cables",
                            fmt::format("the sheet has the first {} of {} cables", format_count(cables),
                                        format_count(list.count())),
                            "`cables --csv` writes all"});
    if (seen.beyond_ports > 0)
        warnings.push_back(
            {"Cables", fmt::format("{} ends of cables find no free port", format_count(seen.beyond_ports)),
             "`links` says where"});
    if (cables == 0) return;
    const auto range = [&](uint16_t column) {
        return WorkbookWriter::cell(WorkbookWriter::first_row, column) + ":" +
               WorkbookWriter::cell(row - 1, column);
    };
    const uint32_t totals = row + 1;
    book.define("cable_count", "=Cables!" + WorkbookWriter::cell(totals, number, true));
    book.formula(totals, number, "=COUNT(" + range(number) + ")", cables, CellStyle::whole);
    book.text(totals, 1, "cables");
    book.formula(totals, length, "=SUM(" + range(length) + ")", metres, CellStyle::whole);
    book.text(totals, label, "m, as sold");
}

} // namespace roofrack
