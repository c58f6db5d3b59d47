// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/cash_flow.h"

#include "core/answers/step_answers.h"
#include "core/base/units/common_units.h"
#include "core/facility/economics/critical_power.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

HourDrivers drivers_of(const Evaluation& evaluation, const Capital& capital, const Site& site,
                       const Defaults& defaults) {
    const OwnershipTerms terms(site, defaults);
    const PowerState& power = evaluation.power;
    HourDrivers out;
    out.gpus = evaluation.gpus;
    out.rent = rent_per_gpu_hour(site, capital).value_or(0);
    const Watts critical = critical_power(power);
    out.critical_kw = critical.si() / 1e3;
    if (capital.says_procurement && has_own_building(site.money.deployment) && critical > Watts(0))
        out.housed_share = power_to_house(power, capital, site.money.deployment) / critical;
    out.mean_it_kw = power.run_it.si() / 1e3;
    out.pue = power.run_it > Watts(0) ? power.run_facility / power.run_it : power.pue;
    out.litres_a_kwh = power.wue;
    out.metered_kw = power.metered.si() / 1e3;
    out.space_price = terms.colocation;
    out.operation = terms.operation;
    out.software = terms.software;
    out.water_price = site.money.water_price.value_or(defaults.ownership.water);
    out.demand_charge = site.grid.demand_charge.value_or(0);
    out.interest = terms.interest;
    out.years = terms.years;
    out.residual = terms.residual;
    out.electricity = terms.electricity;
    return out;
}

} // namespace

Result<CashFlow> cash_flow(const Answers& answers) {
    const auto* const asked = answers.get<MoneyStudy>();
    if (!asked || !*asked) return tl::unexpected(why_missing(asked));
    const MoneyStudy& money = **asked;
    const Evaluation* const evaluation = answers.value<Evaluation>();
    if (!evaluation || !money.capital)
        return fail("/plan", "the plan does not run", "the findings say what it lacks");
    if (!money.run.has_price())
        return fail("/site/money", "no price is known", "give the parts prices, or /site/capex_per_gpu");
    const Site& site = answers.scenario().site;
    const Defaults& defaults = answers.catalog().defaults();
    const OwnershipTerms terms(site, defaults);
    if (!(terms.years > 0))
        return fail("/site/book_life_years", "the book life is no time", "give it years, as 5");
    CashFlow out;
    out.drivers = drivers_of(*evaluation, *money.capital, site, defaults);
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
