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

/// What an hour of ownership is made of, as cost_parts_per_hour() multiplies it.
struct HourDrivers {
    double gpus = 0;          ///< that run
    double rent = 0;          ///< $ a GPU-hour; 0: owned
    double critical_kw = 0;   ///< kW of IT while all compute, for which space is paid
    double housed_share = 1;  ///< share of it for which no space is there already
    double mean_it_kw = 0;    ///< kW of IT in the mean of the run
    double pue = 1;           ///< facility over IT, in the mean of the run
    double litres_a_kwh = 0;  ///< water that cooling takes per kWh of IT
    double metered_kw = 0;    ///< kW that the utility bills as the highest
    double space_price = 0;   ///< $/kW and month
    double operation = 0;     ///< share of the price of all that is in use, a year
    double software = 0;      ///< $ a GPU and year
    double water_price = 0;   ///< $/m3
    double demand_charge = 0; ///< $/kW and month
    double interest = 0, years = 0, residual = 0;
    double electricity = 0; ///< $/kWh, the mean of the day
};

/// What the cluster costs year by year over its book life, at likely prices. A building of one's own is paid
/// by the annuity in `space`, as an hour of ownership has it.
struct CashFlow {
    std::vector<CashYear> years; ///< the first is the purchase
    double interest = 0, book_life = 0, residual_share = 0;
    OwnershipCost hour; ///< $ per hour that the years are made of
    HourDrivers drivers;
    double net_present = 0;
};
/// Fails where the plan does not run, or no price is known.
Result<CashFlow> cash_flow(const Answers& answers);

} // namespace roofrack
