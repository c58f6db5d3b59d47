// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/figure_probe.h"
#include "core/answers/decide/spread.h"
#include "core/drawing/project/address/input_field.h"

namespace roofrack {

/// What says how far an unknown may be off.
enum class RangeBasis {
    declared,  ///< the project, or the call
    price,     ///< the band of a price
    term,      ///< the list of prices, of a term of money or the rate of failures
    lead_time, ///< the band of a lead time
    model,     ///< how far predictions have been off
    field,     ///< nobody: a step up and down within what the field may be
};
std::string_view name_of(RangeBasis basis);  ///< "declared", "lead_time" …
std::string_view label_of(RangeBasis basis); ///< "declared", "lead time" …

/// Something about a scenario that is not known for sure. Scenarios in which it has the same name share it:
/// it has the same value in all of them.
struct Unknown {
    enum class What { field, electricity, price, extras, failures, weeks, step };

    What what = What::field;
    std::string name;  ///< "/site/money/interest", "price:server.hopper", "model:Megatron-Core family"
    std::string label; ///< "interest", "price of DGX H100"
    RangeBasis basis = RangeBasis::field;
    std::string source; ///< who says so
    std::string key;    ///< price_item() of a price, row of weeks
    std::optional<InputField> field;
    std::optional<double> now; ///< empty: the scenario says nothing
    /// How many times the value of an error of the step counts: in the step of all that is drawn, and in the
    /// step by which the machines that are there already train until the bought ones run.
    double of_all = 1, of_meanwhile = 1;
    Spread spread;

    /// "0.08 $/kWh", "× 1.3", "52 weeks".
    std::string text(double value) const;
    /// text() of values that are read together, in one unit, as InputField::shown_texts() has them.
    std::vector<std::string> texts(const std::vector<double>& values) const;
    bool changes_scenario() const { return what == What::field || what == What::electricity; }
    /// Makes it so; `scenario` is the one that the variation will have. Fails outside what its field may be.
    Result<void> apply(double value, Scenario& scenario, Variation& variation) const;
};

/// What the project declares, and `more` of the same kind, which stand before it. Fails on an address that
/// does not exist and on values outside what its field may be.
Result<std::vector<Unknown>> declared_unknowns(const FigureProbe& probe,
                                               const std::vector<UncertainInput>& more = {});

/// What an input that is declared so is spread like. Fails on an address that does not exist and on values
/// outside what its field may be.
Result<Spread> spread_of(const UncertainInput& input, const Scenario& scenario, const Catalog& catalog);

/// Prices of the bill, terms of money, lead times and failures that have a band, each once; what is declared
/// is left out.
std::vector<Unknown> priced_unknowns(const FigureProbe& probe, const std::vector<Unknown>& declared,
                                     const PriceList& prices = PriceList::built_in());

} // namespace roofrack
