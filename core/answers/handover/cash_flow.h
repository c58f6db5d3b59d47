// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/money_answers.h"

namespace roofrack {

/// $ of a year; what is paid is negative.
struct CashYear {
    double year = 0; ///< years after the purchase, at its end; the last may be a part
    double capital = 0, sales = 0;
    double space = 0, energy = 0, operation = 0, software = 0, water = 0, demand = 0, rent = 0;
    double residual = 0; ///< what is left of what was bought is sold
    double sum = 0;
    double discount = 1; ///< (1 + interest)^−year
    double present = 0;  ///< sum × discount
    double cumulative = 0;
};

/// What the cluster costs year by year over its book life, at likely prices. A building of one's own is paid
/// by the annuity in `space`, as an hour of ownership has it.
struct CashFlow {
    std::vector<CashYear> years; ///< the first is the purchase
    double interest = 0, book_life = 0, residual_share = 0;
    OwnershipCost hour; ///< $ per hour that the years are made of
    double net_present = 0;
};
/// Nothing where the plan does not run, or no price is known.
std::optional<CashFlow> cash_flow(const MoneyStudy& money, const Site& site, const Defaults& defaults);

} // namespace roofrack
