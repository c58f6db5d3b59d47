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
    const auto flow = cash_flow(input.answers);
    uint32_t row = WorkbookWriter::first_row;
    if (!flow) return book.text(row, year, "There is none: " + flow.error().what, CellStyle::note);
    const bool is_rented = flow->hour.rent > 0;
    const uint32_t first = row, last = row + static_cast<uint32_t>(flow->years.size()) - 1;
    const uint32_t hour = last + 5; // what an hour costs stands below
    for (const CashYear& each : flow->years) {
        if (row == first) {
            book.number(row, year, each.year, CellStyle::whole);
            book.formula(row, capital, is_rented ? "=0" : "=-capital_total", each.capital, CellStyle::money);
            book.formula(row, sales, is_rented ? "=0" : "=income_of_sales", each.sales, CellStyle::money);
        } else {
            // A shorter book life ends the years; a longer one has more rows than these.
            book.formula(row, year, fmt::format("=MIN({},book_life_years)", row - first), each.year,
                         CellStyle::decimal);
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
                                         is_rented ? "0" : "residual_share"),
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
    const struct {
        CashColumn column;
        double value;
        const char* formula;
    } parts[] = {
        {space, flow->hour.space, "=critical_kw*housed_share*space_price*12/hours_a_year"},
        {energy, flow->hour.power, "=mean_it_kw*run_pue*electricity_price"},
        {operation, flow->hour.operation, "=capital_in_use*operation_share/hours_a_year"},
        {software, flow->hour.software, "=gpu_count*software_price/hours_a_year"},
        {water, flow->hour.water, "=mean_it_kw*water_use/1000*water_price"},
        {demand, flow->hour.demand, "=metered_kw*demand_charge*12/hours_a_year"},
    };
    for (const auto& each : parts)
        book.formula(hour, each.column, is_rented ? "=0" : each.formula, each.value, CellStyle::money_exact);
    book.formula(hour, rent, is_rented ? "=gpu_count*rent_price" : "=0", flow->hour.rent,
                 CellStyle::money_exact);
    book.text(hour + 2, year, "All follows from the blue cells of the sheets Assumptions and Bill.",
              CellStyle::note);
    if (const std::string gaps = input.answers.value<MoneyStudy>()->run.gaps; !gaps.empty())
        book.text(hour + 3, year, "Prices are " + gaps, CellStyle::note);
}

} // namespace roofrack
