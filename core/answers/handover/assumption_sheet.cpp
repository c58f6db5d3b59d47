// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/sheets.h"
#include "core/base/units/common_units.h"
#include "core/drawing/project/address/input_field.h"
#include "core/facility/economics/economics.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

/// A number that formulas of other sheets use by its name.
struct NamedNumber {
    const char* name;
    const char* meaning;
    double value;
    const char* unit;
};

/// "0.08 $/kWh", and not "0.08": the number stands beside it.
bool has_unit(const std::string& text) { return text.find(' ') != std::string::npos; }

} // namespace

void write_assumptions(WorkbookWriter& book, const WorkbookInput& input) {
    const Scenario& scenario = input.answers.scenario();
    const Catalog& catalog = input.answers.catalog();
    book.begin_sheet(
        "Assumptions", fmt::format("{}: {}", input.project, scenario.name),
        {{"Name or address", 42}, {"Value, SI units", 16}, {"With its unit", 18}, {"Meaning", 70}});
    const OwnershipTerms terms(scenario.site, catalog.defaults());
    const Capital& capital = input.answers.value<PricedBill>()->capital;
    const NamedNumber named[] = {
        {"installation_share", "installation, of the parts", capital.installation, ""},
        {"spares_share", "spares, of the parts", capital.spares, ""},
        {"contingency_share", "contingency, of all before it", capital.contingency, ""},
        {"interest_rate", "interest a year", terms.interest, ""},
        {"book_life_years", "book life", terms.years, "years"},
        {"residual_share", "share of the price left at its end", terms.residual, ""},
        {"electricity_price", "mean of the day", terms.electricity, "$/kWh"},
        {"hours_a_year", "hours of a year", hours_a_year, "h"},
    };
    uint32_t row = WorkbookWriter::first_row;
    for (const NamedNumber& each : named) {
        book.text(row, 0, each.name);
        book.number(row, 1, each.value, CellStyle::input);
        book.text(row, 2, each.unit);
        book.text(row, 3, each.meaning);
        book.define(each.name, "=Assumptions!" + WorkbookWriter::cell(row++, 1, true));
    }
    ++row;
    book.text(row++, 0, "Inputs of the scenario, beside its drawing", CellStyle::heading);
    for (const std::string& address : single_inputs(scenario)) {
        if (address.starts_with("/cluster")) continue;
        const auto field = InputField::find(scenario, address, catalog);
        const auto value = field ? field->value(scenario) : std::nullopt;
        if (!value) continue;
        book.text(row, 0, address);
        const std::string text = field->text(*value);
        if (field->is_number()) {
            book.number(row, 1, *value, CellStyle::input);
            if (has_unit(text)) book.text(row, 2, text);
        } else
            book.text(row, 1, text, CellStyle::input);
        book.text(row++, 3, field->help());
    }
}

} // namespace roofrack
