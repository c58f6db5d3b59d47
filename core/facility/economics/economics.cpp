// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/economics.h"

#include "core/base/units/common_units.h"
#include "core/facility/economics/capital.h"
#include "core/facility/economics/critical_power.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

double capital_recovery(double interest, double years) {
    if (years <= 0) return std::numeric_limits<double>::infinity();
    if (interest <= 0) return 1 / years;
    // r/(1 − (1+r)^−n), kept exact for a small r.
    return interest / -std::expm1(-years * std::log1p(interest));
}

double sinking_fund(double interest, double years) {
    return capital_recovery(interest, years) - std::max(0.0, interest);
}

OwnershipTerms::OwnershipTerms(const Site& site, const Defaults& defaults)
    : OwnershipTerms(defaults) {
    interest = site.money.interest.value_or(interest);
    years = site.book_life_years;
    residual = site.money.residual.value_or(residual);
    electricity = mean_electricity_price(site);
    colocation =
        has_own_building(site.money.deployment)
            ? own_building(1e3 * building_price(site, defaults), interest, defaults.ownership.building_life)
            : site.money.space_price.value_or(colocation);
    operation = site.money.operation.value_or(operation);
    software = site.money.software.value_or(0);
}

OwnershipCost cost_of_ownership(const OwnershipTerms& terms) {
    const double recovery = capital_recovery(terms.interest, terms.years) -
                            terms.residual * sinking_fund(terms.interest, terms.years);
    OwnershipCost cost;
    cost.capital = terms.capital * recovery / hours_a_year;
    cost.space = months_a_year * terms.power_kw * terms.colocation / hours_a_year;
    cost.power = terms.power_kw * terms.load * terms.pue * terms.electricity;
    cost.operation = terms.capital * terms.operation / hours_a_year;
    cost.software = terms.software / hours_a_year;
    return cost;
}

std::vector<HourPart> parts_of(const OwnershipCost& cost) {
    std::vector<HourPart> out{
        {"capital", cost.capital},      {"space", cost.space},         {"energy", cost.power},
        {"demand charge", cost.demand}, {"operation", cost.operation}, {"software", cost.software},
        {"water", cost.water},          {"rent", cost.rent},           {"sales", -cost.sales}};
    std::erase_if(out,
                  [](const HourPart& part) { return part.dollars == 0 || !std::isfinite(part.dollars); });
    return out;
}

bool has_own_building(Deployment deployment) {
    return deployment == Deployment::own_hall || deployment == Deployment::hyperscale_build;
}

bool is_rented(Deployment deployment) {
    return deployment == Deployment::reserved_cloud || deployment == Deployment::on_demand_cloud;
}

double building_price(const Site& site, const Defaults& defaults) {
    const bool hyperscale = site.money.deployment == Deployment::hyperscale_build;
    return site.money.building_price.value_or(hyperscale ? defaults.ownership.building_hyperscale
                                                         : defaults.ownership.building);
}

Dollars building_cost(const Site& site, Watts critical, const Defaults& defaults) {
    return Dollars(has_own_building(site.money.deployment) ? critical.si() * building_price(site, defaults)
                                                           : 0);
}

double own_building(double dollars_per_kw, double interest, double years) {
    return dollars_per_kw * capital_recovery(interest, years) / months_a_year;
}

double break_even_utilisation(double owned_per_hour, double rent_per_hour) {
    return rent_per_hour > 0 ? owned_per_hour / rent_per_hour : std::numeric_limits<double>::infinity();
}

double dollars_per_petaflop_day(double per_gpu_hour, FlopRate peak, double mfu) {
    return hours_a_day * per_gpu_hour / (peak.si() / 1e15 * mfu);
}

double energy_price(const Site& site, double hour) {
    for (const TariffPeriod& period : site.grid.tariff) {
        const bool inside = period.from_hour <= period.to_hour
                                ? hour >= period.from_hour && hour < period.to_hour
                                : hour >= period.from_hour || hour < period.to_hour;
        if (inside) return period.price;
    }
    return site.electricity_price;
}

double mean_electricity_price(const Site& site) {
    if (site.grid.tariff.empty()) return site.electricity_price;
    // Every hour at which a price begins or ends.
    std::vector<double> borders{0, hours_a_day};
    for (const TariffPeriod& period : site.grid.tariff) {
        borders.push_back(period.from_hour);
        borders.push_back(period.to_hour);
    }
    std::ranges::sort(borders);
    double sum = 0;
    for (size_t i = 1; i < borders.size(); ++i)
        sum += (borders[i] - borders[i - 1]) * energy_price(site, (borders[i - 1] + borders[i]) / 2);
    return sum / hours_a_day;
}

std::optional<double> rent_per_gpu_hour(const Site& site, const Capital& capital) {
    if (site.gpu_hour_price) return site.gpu_hour_price;
    if (!is_rented(site.money.deployment)) return std::nullopt;
    const auto rent = market_rent(site.money.deployment == Deployment::reserved_cloud ? capital.reserved
                                                                                      : capital.on_demand);
    return rent ? rent->likely : std::nan("");
}

OwnershipCost cost_parts_per_hour(double gpus, const Site& site, const PowerState& power,
                                  const Capital& capital, const Defaults& defaults) {
    OwnershipCost cost;
    if (const auto rent = rent_per_gpu_hour(site, capital)) {
        cost.rent = gpus * *rent;
        return cost;
    }
    if (gpus <= 0) return {};
    const Watts critical = critical_power(power);
    OwnershipTerms terms(site, defaults);
    const bool is_priced = capital.has_price() && capital.replacement().likely > 0;
    terms.capital = is_priced ? capital.per_gpu().si() : std::nan("");
    terms.power_kw = critical.si() / 1e3 / gpus;
    terms.pue = power.run_it > Watts(0) ? power.run_facility / power.run_it : power.pue;
    terms.load = critical > Watts(0) ? power.run_it / critical : 0;
    cost = cost_of_ownership(terms);
    for (double* part : {&cost.capital, &cost.space, &cost.power, &cost.operation, &cost.software})
        *part *= gpus;
    if (capital.says_procurement) {
        cost.capital *= capital.bought_share(gpus);
        cost.sales = capital.income() * capital_recovery(terms.interest, terms.years) / hours_a_year;
        if (has_own_building(site.money.deployment) && critical > Watts(0))
            cost.space *= power_to_house(power, capital, site.money.deployment) / critical;
    }
    const double cubic_metres = power.run_it.si() / 1e3 * power.wue / 1e3;
    cost.water = cubic_metres * site.money.water_price.value_or(defaults.ownership.water);
    cost.demand =
        power.metered.si() / 1e3 * site.grid.demand_charge.value_or(0) * months_a_year / hours_a_year;
    return cost;
}

double hourly_share_of_capital(const Site& site, const Defaults& defaults) {
    OwnershipTerms terms(site, defaults);
    terms.capital = 1;
    terms.software = 0;
    return cost_of_ownership(terms).total(); // without power: no space, no energy
}

double carbon_per_hour(const Site& site, const PowerState& power) {
    return power.run_facility.si() / 1e3 * site.carbon_intensity;
}

} // namespace roofrack
