// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"

#include <string>
#include <vector>

namespace roofrack {

/// What one part, or one unit of a class of parts, costs, and where that is from.
struct PriceLine {
    std::string item; ///< id of a part, or of a class
    std::string kind; ///< "server" …; "class"
    std::string name; ///< a part's name; the unit of a class
    PriceBasis basis = PriceBasis::none;
    PriceBand price; ///< in `currency`, of one; zero where `basis` is none
    std::string currency = "USD";
    double usd_each = 1; ///< $ that one of the currency is worth
    std::string date;
    Status status = Status::unknown;
    std::string source;
};

/// The price of every part of the catalogue and the scenario's own, and of every class: the project's list,
/// its own parts, the catalogue, the class, in this order. `scenario` may be null: of the catalogue alone.
std::vector<PriceLine> price_lines(const Scenario* scenario, const Catalog& catalog,
                                   const PriceList& prices = PriceList::built_in());

/// item,kind,name,low,likely,high,currency,usd_each,date,status,basis,source: the form that
/// import_prices_csv() reads.
std::string price_lines_csv(const std::vector<PriceLine>& lines);

} // namespace roofrack
