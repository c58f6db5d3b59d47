// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/sheets.h"

#include <fmt/format.h>

namespace roofrack {

void write_cash_sheet(WorkbookWriter& book, const WorkbookInput& input) {
    enum CashColumn : uint16_t {
        year,
        capital,
        sales,
        space,
        energy,
        operation,
        software,
        water,
        demand,
        rent,
        residual,
        sum,
        discount,
        present,
        cumulative,
    };
    const auto at = [](uint32_t line, uint16_t column) { return WorkbookWriter::cell(line, column); };
    book.begin_sheet("Cash flow", "What the cluster costs over its book life, $; what is paid is negative",
                     {{"Year", 8},
                      {"Capital", 16},
                      {"Sales", 14},
                      {"Space", 14},
                      {"Energy", 14},
                      {"Operation", 14},
                      {"Software", 12},
                      {"Water", 12},
                      {"Demand charge", 14},
                      {"Rent", 16},
                      {"Residual", 14},
                      {"Sum", 16},
                      {"Discount", 10},
                      {"Present value", 16},
                      {"Cumulative", 16}});
    const auto* const money = input.answers.get<MoneyStudy>();
    const auto flow = money && *money ? cash_flow(**money, input.answers.scenario().site,
                                                  input.answers.catalog().defaults())
                                      : std::nullopt;
    uint32_t row = WorkbookWriter::first_row;
    if (!flow) {
        book.text(row, year,
                  money && !*money ? "There is none: " + money->error().what
                                   : "There is none: the plan does not run, or no price is known",
                  CellStyle::note);
        return;
    }
    const uint32_t first = row, last = row + static_cast<uint32_t>(flow->years.size()) - 1;
    const uint32_t hour = last + 5; // what an hour costs stands below
    for (const CashYear& each : flow->years) {
        book.number(row, year, each.year, CellStyle::decimal);
        if (row == first) {
            book.number(row, capital, each.capital, CellStyle::input);
            book.number(row, sales, each.sales, CellStyle::input);
        } else {
            for (const auto& [column, value] : {std::pair(space, each.space),
                                                {energy, each.energy},
                                                {operation, each.operation},
                                                {software, each.software},
                                                {water, each.water},
                                                {demand, each.demand},
                                                {rent, each.rent}})
                book.formula(row, column,
                             fmt::format("=-{}*hours_a_year*({}-{})",
                                         WorkbookWriter::cell(hour, column, true), at(row, year),
                                         at(row - 1, year)),
                             value, CellStyle::money);
            if (row == last)
                book.formula(row, residual,
                             fmt::format("=-{}*{}", WorkbookWriter::cell(first, capital, true),
                                         flow->hour.rent > 0 ? "0" : "residual_share"),
                             each.residual, CellStyle::money);
        }
        book.formula(row, sum, fmt::format("=SUM({}:{})", at(row, capital), at(row, residual)), each.sum,
                     CellStyle::money);
        book.formula(row, discount, fmt::format("=(1+interest_rate)^-{}", at(row, year)), each.discount,
                     CellStyle::decimal);
        book.formula(row, present, fmt::format("={}*{}", at(row, sum), at(row, discount)), each.present,
                     CellStyle::money);
        book.formula(row, cumulative,
                     row == first ? "=" + at(row, present)
                                  : fmt::format("={}+{}", at(row - 1, cumulative), at(row, present)),
                     each.cumulative, CellStyle::money);
        ++row;
    }
    book.define("net_present_value", "='Cash flow'!" + WorkbookWriter::cell(last + 2, present, true));
    book.text(last + 2, capital, "Net present value");
    book.formula(last + 2, present, fmt::format("=SUM({}:{})", at(first, present), at(last, present)),
                 flow->net_present, CellStyle::money);
    book.text(hour - 1, year, "What an hour costs, $");
    for (const auto& [column, value] : {std::pair(space, flow->hour.space),
                                        {energy, flow->hour.power},
                                        {operation, flow->hour.operation},
                                        {software, flow->hour.software},
                                        {water, flow->hour.water},
                                        {demand, flow->hour.demand},
                                        {rent, flow->hour.rent}})
        book.number(hour, column, value, CellStyle::input);
    if (const std::string gaps = (*money)->run.gaps; !gaps.empty())
        book.text(hour + 2, year, "Prices are " + gaps, CellStyle::note);
}

} // namespace roofrack
