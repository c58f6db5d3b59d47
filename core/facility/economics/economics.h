// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"
#include "core/facility/facility.h"

#include <string_view>
#include <vector>

namespace roofrack {

struct Capital;

/// Assumptions behind owning a GPU. Money in $, rates per year, power in kW, energy in kWh.
struct OwnershipTerms {
    explicit OwnershipTerms(const Defaults& defaults)
        : interest(defaults.ownership.interest)
        , years(defaults.site.book_life)
        , residual(defaults.ownership.residual)
        , electricity(defaults.site.electricity_price)
        , colocation(defaults.ownership.colocation)
        , operation(defaults.ownership.operation) {}
    /// What the site says, by `defaults` where it is silent.
    OwnershipTerms(const Site& site, const Defaults& defaults);

    double capital = 0;  ///< price of a slot: server, network and installation shared out
    double interest;     ///< a year
    double years;        ///< book life
    double residual;     ///< share of the price left at the end
    double power_kw = 0; ///< critical power provisioned for a GPU with its share of everything
    double load = 0;     ///< mean share of `power_kw` drawn
    double pue = 1;
    double electricity;  ///< $/kWh, the mean of the day
    double colocation;   ///< $/kW of critical power and month: rent, or what own_building() comes to
    double operation;    ///< operation of `capital` a year: staff, support
    double software = 0; ///< $ a year
};

/// Capital recovery factor r(1+r)^n/((1+r)^n − 1); 1/n without interest.
double capital_recovery(double interest, double years);
/// Sinking-fund factor CRF − r.
double sinking_fund(double interest, double years);

/// $ per hour, whether GPUs are used or not.
struct OwnershipCost {
    double capital = 0, space = 0, power = 0, operation = 0;
    double software = 0;
    double water = 0;
    double demand = 0; ///< what the utility charges for the highest power
    double rent = 0;   ///< instead of all others
    double sales = 0;  ///< what is sold, spread over the book life: less to pay
    double total() const {
        return capital + space + power + operation + software + water + demand + rent - sales;
    }
};
/// One of the parts of an hour.
struct HourPart {
    std::string_view what; ///< "capital", "demand charge" …
    double dollars = 0;    ///< an hour; of sales below 0
};
/// What an hour is made up of: all that is known and not 0, in the order in which tables list it. These add
/// up to OwnershipCost::total() where that is known.
std::vector<HourPart> parts_of(const OwnershipCost& cost);
/// C = [K(CRF − ρ·SFF) + 12·P·c_colo + 8760·P·λ·PUE·c_e + K·o + s]/8760.
OwnershipCost cost_of_ownership(const OwnershipTerms& terms);

/// The facility path: yearly cost of a kW of own building, K·CRF, over its life (10–13 M$/MW, 20 years) as
/// $/kW and month.
double own_building(double dollars_per_kw, double interest, double years = 20);

/// Owned in an own building, of its own or built for it.
bool has_own_building(Deployment deployment);
bool is_rented(Deployment deployment);
/// $/W of IT of the building that the deployment stands in: the site's own figure, or the constant.
double building_price(const Site& site, const Defaults& defaults = Defaults::built_in());

/// $ of that building for so many W of IT at their peak; 0 in a hall that is let and in a cloud.
Dollars building_cost(const Site& site, Watts critical, const Defaults& defaults = Defaults::built_in());

/// u* = C_own/p_rent: share of hours above which owning wins. Infinite at no rent.
double break_even_utilisation(double owned_per_hour, double rent_per_hour);
/// $ per PFLOP/s-day: 24·p/(peak·MFU), peak in PFLOP/s.
double dollars_per_petaflop_day(double per_gpu_hour, FlopRate peak, double mfu);

/// $/kWh at an hour of the day (0 to 24): the first period of the site's tariff that holds it, else
/// Site::electricity_price.
double energy_price(const Site& site, double hour_of_day);
/// $/kWh, the mean of energy_price() over the hours of a day. A run of days draws alike at all hours.
double mean_electricity_price(const Site& site);

/// $ a GPU-hour that is paid: the site's own price; where a cloud is the way to have it, what the market asks
/// for these GPUs (Capital::reserved, Capital::on_demand). Empty: owned. Not a number: rented, and no price
/// is known.
std::optional<double> rent_per_gpu_hour(const Site& site, const Capital& capital);

/// What `gpus` of a drawing cost an hour: the rent where the cluster is rented, else recovery of the capital
/// that is bought (all that is drawn follows the GPUs, but for what is owned), space for the critical power
/// (the compute phase), energy at the site's tariff, operation, software, water and what the utility charges
/// for the highest power. What is there already costs space, energy and operation as all does, and no
/// recovery; an own building is paid only for what has no space there already. Sales are an annuity
/// over the book life.
OwnershipCost cost_parts_per_hour(double gpus, const Site& site, const PowerState& power,
                                  const Capital& capital, const Defaults& defaults = Defaults::built_in());

/// $ per hour of a $ of capital over the site's book life: recovery and operation, as in
/// cost_parts_per_hour().
double hourly_share_of_capital(const Site& site, const Defaults& defaults = Defaults::built_in());

/// Greenhouse gas of the energy drawn in an hour, kg CO2e.
double carbon_per_hour(const Site& site, const PowerState& power);

} // namespace roofrack
