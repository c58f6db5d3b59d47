// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/economics/economics.h"

#include <cmath>
#include <limits>

namespace roofrack {

namespace {
constexpr double hours_a_year = 8760, months_a_year = 12;
}

double capital_recovery(double interest, double years) {
    if (years <= 0) return std::numeric_limits<double>::infinity();
    if (interest <= 0) return 1 / years;
    // r/(1 − (1+r)^−n), kept exact for a small r.
    return interest / -std::expm1(-years * std::log1p(interest));
}

double sinking_fund(double interest, double years) {
    return capital_recovery(interest, years) - std::max(0.0, interest);
}

OwnershipCost cost_of_ownership(const OwnershipTerms& terms) {
    const double recovery = capital_recovery(terms.interest, terms.years) -
                            terms.residual * sinking_fund(terms.interest, terms.years);
    OwnershipCost cost;
    cost.capital = terms.capital * recovery / hours_a_year;
    cost.space = months_a_year * terms.power_kw * terms.colocation / hours_a_year;
    cost.power = terms.power_kw * terms.load * terms.pue * terms.electricity;
    cost.operation = terms.capital * terms.operation / hours_a_year;
    return cost;
}

double own_building(double dollars_per_kw, double interest, double years) {
    return dollars_per_kw * capital_recovery(interest, years) / months_a_year;
}

double break_even_utilisation(double owned_per_hour, double rent_per_hour) {
    return rent_per_hour > 0 ? owned_per_hour / rent_per_hour : std::numeric_limits<double>::infinity();
}

double dollars_per_token(double per_gpu_hour, double gpus, double tokens_per_second, double goodput) {
    return per_gpu_hour * gpus / (tokens_per_second * 3600 * goodput);
}

double dollars_per_petaflop_day(double per_gpu_hour, FlopRate peak, double mfu) {
    return 24 * per_gpu_hour / (peak.si() / 1e15 * mfu);
}

Dollars cost_of_run(double gpu_hours, double per_gpu_hour, double goodput) {
    return Dollars(gpu_hours * per_gpu_hour / goodput);
}

OwnershipCost cost_parts_per_hour(double gpus, const Site& site, const PowerState& power,
                                  const Defaults& defaults) {
    if (site.gpu_hour_price) return {gpus * *site.gpu_hour_price, 0, 0, 0};
    if (gpus <= 0) return {};
    Watts critical = power.elsewhere;
    for (const RackState& rack : power.racks) critical += rack.count * rack.peak;
    OwnershipTerms terms(defaults);
    terms.capital = site.capex_per_gpu.value_or(defaults.site.capex_per_gpu);
    terms.years = site.book_life_years;
    terms.power_kw = critical.si() / 1e3 / gpus;
    terms.electricity = site.electricity_price;
    terms.pue = power.pue;
    terms.load = critical > Watts(0) ? power.it / critical : 0;
    OwnershipCost cost = cost_of_ownership(terms);
    for (double* part : {&cost.capital, &cost.space, &cost.power, &cost.operation}) *part *= gpus;
    return cost;
}

Dollars cost_per_hour(double gpus, const Site& site, const PowerState& power, const Defaults& defaults) {
    return Dollars(cost_parts_per_hour(gpus, site, power, defaults).total());
}

double hourly_share_of_capital(const Site& site, const Defaults& defaults) {
    OwnershipTerms terms(defaults);
    terms.capital = 1;
    terms.years = site.book_life_years;
    return cost_of_ownership(terms).total(); // without power: no space, no energy
}

double carbon_per_hour(const Site& site, const PowerState& power) {
    return power.facility.si() / 1e3 * site.carbon_intensity;
}

} // namespace roofrack
