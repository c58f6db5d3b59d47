// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/cash_flow.h"

#include "core/base/units/common_units.h"
#include "core/facility/economics/economics.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

std::optional<CashFlow> cash_flow(const MoneyStudy& money, const Site& site, const Defaults& defaults) {
    if (!money.capital || !money.run.has_price()) return std::nullopt;
    const OwnershipTerms terms(site, defaults);
    constexpr double longest = 50;
    if (!(terms.years > 0) || terms.years > longest) return std::nullopt;
    CashFlow out;
    out.interest = terms.interest;
    out.book_life = terms.years;
    out.hour = money.run.hour;
    const bool is_rented = out.hour.rent > 0;
    out.residual_share = is_rented ? 0 : terms.residual;
    CashYear bought;
    if (!is_rented) {
        bought.capital = -money.capital->total().likely;
        bought.sales = money.capital->income();
    }
    const auto close = [&](CashYear& each) {
        each.sum = each.capital + each.sales + each.space + each.energy + each.operation + each.software +
                   each.water + each.demand + each.rent + each.residual;
        each.discount = std::pow(1 + out.interest, -each.year);
        each.present = each.sum * each.discount;
        out.net_present += each.present;
        each.cumulative = out.net_present;
        out.years.push_back(each);
    };
    const double capital = -bought.capital;
    close(bought);
    for (double begin = 0; begin < out.book_life - 1e-9; ++begin) {
        CashYear each;
        each.year = std::min(begin + 1, out.book_life);
        const double hours = (each.year - begin) * hours_a_year;
        each.space = -out.hour.space * hours;
        each.energy = -out.hour.power * hours;
        each.operation = -out.hour.operation * hours;
        each.software = -out.hour.software * hours;
        each.water = -out.hour.water * hours;
        each.demand = -out.hour.demand * hours;
        each.rent = -out.hour.rent * hours;
        if (each.year >= out.book_life) each.residual = capital * out.residual_share;
        close(each);
    }
    return out;
}

} // namespace roofrack
