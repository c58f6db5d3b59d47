// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/site_terms.h"

namespace roofrack {

void take_terms_of(Site& to, const Site& from) {
    to.electricity_price = from.electricity_price;
    to.carbon_intensity = from.carbon_intensity;
    to.gpu_hour_price = from.gpu_hour_price;
    to.book_life_years = from.book_life_years;
    to.grid.tariff = from.grid.tariff;
    to.grid.demand_charge = from.grid.demand_charge;
    to.money.interest = from.money.interest;
    to.money.residual = from.money.residual;
    to.money.space_price = from.money.space_price;
    to.money.building_price = from.money.building_price;
    to.money.operation = from.money.operation;
    to.money.software = from.money.software;
    to.money.water_price = from.money.water_price;
    to.failures_per_1000_node_days = from.failures_per_1000_node_days;
    to.other_interruptions_per_1000_node_days = from.other_interruptions_per_1000_node_days;
    to.planned_stops_per_1000_node_days = from.planned_stops_per_1000_node_days;
    to.restart_time = from.restart_time;
    to.start_up_per_1000_gpus = from.start_up_per_1000_gpus;
    to.repair_time = from.repair_time;
    to.straggler_cv_persistent = from.straggler_cv_persistent;
    to.straggler_cv_iid = from.straggler_cv_iid;
}

void take_prices_of(Site& to, const Site& from) {
    to.capex_per_gpu = from.capex_per_gpu;
    to.prices = from.prices;
    to.money = from.money;
}

} // namespace roofrack
