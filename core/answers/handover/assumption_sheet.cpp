// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/handover/cash_flow.h"
#include "core/answers/handover/sheets.h"
#include "core/base/units/common_units.h"
#include "core/drawing/project/address/input_field.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

/// A number that formulas of other sheets use by its name.
struct NamedNumber {
    const char* name;
    const char* meaning;
    double value;
    const char* unit;
    std::string formula{}; ///< empty: it is meant to be changed
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
    const PricedBill& priced = *input.answers.value<PricedBill>();
    const Capital& capital = priced.capital;
    const auto flow = cash_flow(input.answers);
    uint32_t row = WorkbookWriter::first_row;
    const auto named = [&](const NamedNumber& each) {
        book.text(row, 0, each.name);
        if (each.formula.empty())
            book.number(row, 1, each.value, CellStyle::input);
        else
            book.formula(row, 1, each.formula, each.value, CellStyle::decimal);
        book.text(row, 2, each.unit);
        book.text(row, 3, each.meaning);
        book.define(each.name, "=Assumptions!" + WorkbookWriter::cell(row++, 1, true));
    };
    named({"installation_share", "installation, of the parts", capital.installation, ""});
    named({"spares_share", "spares, of the parts", capital.spares, ""});
    named({"contingency_share", "contingency, of all before it", capital.contingency, ""});
    named({"hours_a_year", "hours of a year", hours_a_year, "h"});
    if (capital.given_per_gpu) {
        named({"capital_per_gpu", "capital of a GPU as the site gives it", *capital.given_per_gpu, "$"});
        named({"gpus_bought", "GPUs that are bought",
               capital.says_procurement ? capital.gpus_bought : capital.gpus, ""});
    }
    if (flow) {
        const HourDrivers& hour = flow->drivers;
        named({"interest_rate", "interest a year", hour.interest, ""});
        named({"book_life_years", "book life", hour.years, "years"});
        named({"residual_share", "share of the price left at its end", hour.residual, ""});
        named({"electricity_price", "mean of the day", hour.electricity, "$/kWh"});
        named({"gpu_count", "GPUs that run", hour.gpus, ""});
        if (hour.rent > 0) named({"rent_price", "rent of a GPU-hour", hour.rent, "$"});
        named({"space_price", "space with power, or its own building", hour.space_price, "$/kW month"});
        named({"operation_share", "operation a year, of the price of all in use", hour.operation, ""});
        named({"software_price", "software of a GPU and year", hour.software, "$"});
        named({"water_price", "water", hour.water_price, "$/m3"});
        named({"demand_charge", "what the utility charges for the highest power", hour.demand_charge,
               "$/kW month"});
        ++row;
        book.text(row++, 0, "Power of the run, which follows the nameplates of the bill", CellStyle::heading);
        const double nameplate = priced.bill.totals.it_power;
        const auto of_nameplate = [&](const char* share, const char* share_meaning, const char* name,
                                      const char* meaning, double kilowatts) {
            std::string formula;
            if (nameplate > 0) {
                named({share, share_meaning, kilowatts * 1e3 / nameplate, ""});
                formula = fmt::format("=it_power_w/1000*{}", share);
            }
            named({name, meaning, kilowatts, "kW", formula});
        };
        of_nameplate("critical_share", "of the nameplates, while all compute", "critical_kw",
                     "IT power that space is paid for", hour.critical_kw);
        of_nameplate("mean_share", "of the nameplates, in the mean of the run", "mean_it_kw",
                     "IT power in the mean of the run", hour.mean_it_kw);
        of_nameplate("metered_share", "of the nameplates, the highest at the meter", "metered_kw",
                     "highest power at the meter", hour.metered_kw);
        named({"housed_share", "share of it for which no space is there already", hour.housed_share, ""});
        named({"run_pue", "facility over IT in the mean of the run", hour.pue, ""});
        named({"water_use", "water of the cooling", hour.litres_a_kwh, "l/kWh of IT"});
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
