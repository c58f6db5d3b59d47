// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility.h"
#include "core/units/quantity.h"

namespace roofrack {

/// Assumptions behind owning a GPU. Money in $, rates per year, power in kW, energy in kWh.
struct OwnershipTerms {
    explicit OwnershipTerms(const Defaults& defaults)
        : capital(defaults.site.capex_per_gpu)
        , interest(defaults.ownership.interest)
        , years(defaults.site.book_life)
        , residual(defaults.ownership.residual)
        , electricity(defaults.site.electricity_price)
        , colocation(defaults.ownership.colocation)
        , operation(defaults.ownership.operation) {}

    double capital;      ///< all-in price of a slot: server, network and installation shared out
    double interest;     ///< a year
    double years;        ///< book life
    double residual;     ///< share of the price left at the end
    double power_kw = 0; ///< critical power provisioned for a GPU with its share of everything
    double load = 0;     ///< mean share of `power_kw` drawn
    double pue = 1;
    double electricity; ///< $/kWh
    double colocation;  ///< $/kW and month
    double operation;   ///< of `capital` a year: staff, support, spares
};

/// Capital recovery factor r(1+r)^n/((1+r)^n − 1); 1/n without interest.
double capital_recovery(double interest, double years);
/// Sinking-fund factor CRF − r.
double sinking_fund(double interest, double years);

/// $ per GPU and hour, whether it is used or not.
struct OwnershipCost {
    double capital = 0, space = 0, power = 0, operation = 0;
    double total() const { return capital + space + power + operation; }
};
/// C = [K(CRF − ρ·SFF) + 12·P·c_colo + 8760·P·λ·PUE·c_e + K·o]/8760.
OwnershipCost cost_of_ownership(const OwnershipTerms& terms);

/// The facility path: yearly cost of a kW of own building, K·CRF, over its life (10–13 M$/MW, 20 years) as
/// $/kW and month.
double own_building(double dollars_per_kw, double interest, double years = 20);

/// u* = C_own/p_rent: share of hours above which owning wins. Infinite at no rent.
double break_even_utilisation(double owned_per_hour, double rent_per_hour);
/// $ a token: C·N/(tokens/s·3600·goodput).
double dollars_per_token(double per_gpu_hour, double gpus, double tokens_per_second, double goodput = 1);
/// $ per PFLOP/s-day: 24·p/(peak·MFU), peak in PFLOP/s.
double dollars_per_petaflop_day(double per_gpu_hour, FlopRate peak, double mfu);
/// Cost of a run: GPU-hours·p/goodput.
Dollars cost_of_run(double gpu_hours, double per_gpu_hour, double goodput = 1);

/// What the drawn cluster costs an hour: the rent where the site names a price, else capital, space for the
/// critical power (the compute phase), energy at the site's tariff and operation, by `defaults` where Site is
/// silent.
Dollars cost_per_hour(double gpus, const Site& site, const PowerState& power,
                      const Defaults& defaults = Defaults::built_in());

/// The same, divided as in OwnershipCost; a rented cluster has only `capital`, its rent.
OwnershipCost cost_parts_per_hour(double gpus, const Site& site, const PowerState& power,
                                  const Defaults& defaults = Defaults::built_in());

/// $ an hour of a $ of capital over the site's book life: recovery and operation, as in
/// cost_parts_per_hour().
double hourly_share_of_capital(const Site& site, const Defaults& defaults = Defaults::built_in());

/// Greenhouse gas of the energy drawn in an hour, kg CO2e.
double carbon_per_hour(const Site& site, const PowerState& power);

} // namespace roofrack
