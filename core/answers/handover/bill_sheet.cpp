// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/bill_columns.h"
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/sheets.h"
#include "core/facility/economics/capital_text.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

const std::vector<WorkbookWriter::Column> bill_columns{{"Group", 10},           {"Tier", 6},
                                                       {"Part number", 22},     {"Part", 36},
                                                       {"Quantity", 10},        {"Unit", 9},
                                                       {"Length each, m", 10},  {"Length, m", 12},
                                                       {"Power each, W", 12},   {"Power, W", 14},
                                                       {"Price each, $", 14},   {"Lowest each, $", 14},
                                                       {"Highest each, $", 14}, {"Price, $", 16},
                                                       {"Lowest, $", 16},       {"Highest, $", 16},
                                                       {"Counts as bought", 9}, {"Counts as in use", 9},
                                                       {"Price is from", 26},   {"Its source", 30},
                                                       {"Ownership", 11},       {"Note", 30}};

class BillSheet {
public:
    BillSheet(WorkbookWriter& book, const PricedBill& priced, const Result<CashFlow>& flow)
        : m_book(book)
        , m_bill(priced.bill)
        , m_capital(priced.capital)
        , m_flow(flow ? &*flow : nullptr) {}

    void write() {
        for (size_t i = 0; i < m_bill.rows.size(); ++i) write(m_bill.rows[i], m_capital.rows[i]);
        ++m_row;
        if (m_bill.rows.empty()) return;
        write_totals();
    }

private:
    using enum BillColumn::Of;

    static std::string at(uint32_t row, uint16_t column) { return WorkbookWriter::cell(row, column); }
    std::string all(uint16_t column) const {
        const auto last = WorkbookWriter::first_row + static_cast<uint32_t>(m_bill.rows.size()) - 1;
        return at(WorkbookWriter::first_row, column) + ":" + at(last, column);
    }
    void product(uint16_t column, uint16_t each, double value, CellStyle style) {
        m_book.formula(m_row, column, "=" + at(m_row, quantity) + "*" + at(m_row, each), value, style);
    }

    void write(const BillRow& row, const CapitalRow& cost) {
        m_book.text(m_row, group, name_of(row.group));
        if (row.tier > 0) m_book.number(m_row, tier, row.tier, CellStyle::whole);
        m_book.text(m_row, part, row.part);
        m_book.text(m_row, name, row.name);
        m_book.number(m_row, quantity, row.count, CellStyle::input);
        m_book.text(m_row, unit, row.unit);
        if (row.length) {
            m_book.number(m_row, length_each, row.length, CellStyle::decimal);
            product(length, length_each, *row.length * row.count, CellStyle::decimal);
        }
        if (row.power && row.count > 0) {
            m_book.number(m_row, power_each, *row.power / row.count, CellStyle::input);
            product(power, power_each, *row.power, CellStyle::whole);
        }
        if (cost.basis != PriceBasis::none && row.count > 0) {
            m_book.number(m_row, price_each, cost.price.likely / row.count, CellStyle::input);
            m_book.number(m_row, low_each, cost.price.low / row.count, CellStyle::input);
            m_book.number(m_row, high_each, cost.price.high / row.count, CellStyle::input);
            product(price, price_each, cost.price.likely, CellStyle::money);
            product(low, low_each, cost.price.low, CellStyle::money);
            product(high, high_each, cost.price.high, CellStyle::money);
            m_book.text(m_row, basis, price_status_text(cost));
        } else
            m_book.text(m_row, basis, "not known");
        m_book.number(m_row, bought, cost.is_bought() ? 1 : 0, CellStyle::whole);
        m_book.number(m_row, used, cost.is_in_use() ? 1 : 0, CellStyle::whole);
        m_book.text(m_row, source, price_source_text(cost));
        m_book.text(m_row, ownership, name_of(row.procurement));
        m_book.text(m_row, note, row.note);
        ++m_row;
    }

    void line(const char* title, const std::string& formula, const PriceBand& value) {
        m_book.text(m_row, name, title);
        for (const auto& [column, each] :
             {std::pair(price, value.likely), {low, value.low}, {high, value.high}}) {
            std::string own = formula;
            const std::string letter = at(0, column).substr(0, at(0, column).size() - 1);
            for (size_t hit = own.find('@'); hit != std::string::npos; hit = own.find('@'))
                own.replace(hit, 1, letter);
            m_book.formula(m_row, column, own, each, CellStyle::money);
        }
        ++m_row;
    }

    void write_totals() {
        const uint32_t last = WorkbookWriter::first_row + static_cast<uint32_t>(m_bill.rows.size());
        const std::string prices = fmt::format("@{}:@{}", WorkbookWriter::first_row + 1, last);
        const PriceBand parts = m_capital.parts();
        const uint32_t first = m_row + 1; // as a sheet counts
        line("Parts that are bought", fmt::format("=SUMPRODUCT({},{})", prices, all(bought)), parts);
        line("Installation", fmt::format("=@{}*installation_share", first), parts * m_capital.installation);
        line("Spares", fmt::format("=@{}*spares_share", first), parts * m_capital.spares);
        const PriceBand before = parts * (1 + m_capital.installation + m_capital.spares);
        line("Contingency", fmt::format("=SUM(@{}:@{})*contingency_share", first, first + 2),
             before * m_capital.contingency);
        define("capital_of_parts");
        if (!m_capital.given_per_gpu) define("capital_total");
        line("Capital by its parts", fmt::format("=SUM(@{}:@{})", first, first + 3),
             parts * m_capital.overhead());
        if (m_capital.given_per_gpu) {
            define("capital_total");
            figure("Capital as the site gives it a GPU, which stands instead", "=gpus_bought*capital_per_gpu",
                   m_capital.total().likely);
        }
        define("capital_in_use");
        const double running = m_flow ? m_flow->drivers.gpus : m_capital.gpus;
        const double in_use = m_capital.per_gpu().si() * running;
        const std::string all_in_use =
            fmt::format("SUMPRODUCT({},{})*(1+installation_share+spares_share)*(1+contingency_share)",
                        all(price), all(used));
        if (m_capital.given_per_gpu && m_flow)
            figure("All that runs at today's prices, by the GPU", "=gpu_count*capital_per_gpu", in_use);
        else if (m_flow && m_capital.gpus > 0 && running != m_capital.gpus)
            figure("All that runs at today's prices",
                   fmt::format("={}*gpu_count/{}", all_in_use, m_capital.gpus), in_use);
        else
            figure("All that is in use at today's prices", "=" + all_in_use,
                   m_capital.replacement_parts().likely * m_capital.overhead());
        write_sales();
        if (const std::string gaps = m_capital.incomplete_text(); !gaps.empty())
            m_book.text(m_row++, name, gaps, CellStyle::note);
        ++m_row;
        const auto stays = [&](uint16_t column, const std::string& which) {
            return fmt::format("=SUMIFS({},{}{},\"<>sell\")", all(column), which, all(ownership));
        };
        const BillTotals& totals = m_bill.totals;
        total("Cables", quantity, stays(quantity, all(group) + ",\"cable\","), totals.cables);
        total("Length of cables, m", length, stays(length, ""), totals.cable_length);
        m_book.define("it_power_w", "=Bill!" + WorkbookWriter::cell(m_row, power, true));
        total("IT power by nameplate, W", power, stays(power, all(group) + ",\"<>cooling\","),
              totals.it_power);
    }

    /// A name for the price in this row.
    void define(const char* what) {
        m_book.define(what, "=Bill!" + WorkbookWriter::cell(m_row, price, true));
    }
    void figure(const char* title, const std::string& formula, double value) {
        m_book.text(m_row, name, title);
        m_book.formula(m_row++, price, formula, value, CellStyle::money);
    }
    /// What is sold, and what that brings.
    void write_sales() {
        const uint32_t first = m_row;
        for (const Sale& sale : m_capital.sales) {
            m_book.text(m_row, name, "Sold: " + sale.name);
            m_book.number(m_row, quantity, sale.count, CellStyle::input);
            if (sale.price) {
                m_book.number(m_row, price_each, sale.price, CellStyle::input);
                product(price, price_each, *sale.price * sale.count, CellStyle::money);
            } else
                m_book.text(m_row, basis, "not known");
            ++m_row;
        }
        define("income_of_sales");
        const std::string sum =
            first == m_row ? "=0" : fmt::format("=SUM({}:{})", at(first, price), at(m_row - 1, price));
        figure("Income of sales", sum, m_capital.income());
    }

    void total(const char* title, uint16_t column, const std::string& formula, double value) {
        m_book.text(m_row, name, title);
        m_book.formula(m_row++, column, formula, value, CellStyle::whole);
    }

    WorkbookWriter& m_book;
    const BillOfMaterials& m_bill;
    const Capital& m_capital;
    const CashFlow* m_flow; ///< nullptr: there is none
    uint32_t m_row = WorkbookWriter::first_row;
};

} // namespace

void write_bill_sheet(WorkbookWriter& book, const WorkbookInput& input) {
    book.begin_sheet("Bill", "Bill of materials; blue cells are meant to be changed", bill_columns);
    BillSheet(book, *input.answers.value<PricedBill>(), cash_flow(input.answers)).write();
}

} // namespace roofrack
