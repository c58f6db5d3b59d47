// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_fields.h"

#include "core/base/model/plant_kind.h"
#include "core/base/units/common_units.h"
#include "core/drawing/project/type_builder.h"

/// The keys of the site.
namespace roofrack::fields {

namespace {

using enum Dimension;

/// Plain numbers whose range is said with what they count.
constexpr Unit hours{number, 1, "h"}, hertz{frequency, 1, "Hz"}, per_kilowatt{number, 1, "$/kW"},
    square_metres{number, 1, "m²"}, on_floor{number, 1, "kg/m²"}, kilograms{number, 1, "kg"},
    years{number, 1, "years"}, carbon{number, 1, "kg/kWh"}, per_node{number, 1, "in 1,000 node days"},
    samples{number, 1, "samples/s"}, cores{number, 1, "cores"}, servers{number, 1, "servers"},
    racks{number, 1, "racks"};

std::vector<std::string> plant_names() {
    std::vector<std::string> names;
    for (const PlantKind kind : plant_kinds()) names.emplace_back(name_of(kind));
    return names;
}

} // namespace

void describe(TypeBuilder<LevelConditions>& v) {
    using L = LevelConditions;
    v.text(required("level"), &L::level, "scale-up, leaf, spine, core, group, torus, or its name as drawn");
    v.number("background", &L::background, ratio, share, "share of the bandwidth that others take");
    v.number("degraded_links", &L::degraded_links, ratio, share, "share of the links that run slower");
    v.number("degraded_rate", &L::degraded_rate, ratio, Range{0.01, 1}, "at this share of their rate");
}

void describe(TypeBuilder<TariffPeriod>& v) {
    v.number(required("from"), &TariffPeriod::from_hour, hours, Range{0, 24}, "hour of the day");
    v.number(required("to"), &TariffPeriod::to_hour, hours, Range{0, 24}, "hour of the day");
    v.number(required("price"), &TariffPeriod::price, per_kwh, Range{0, 1000}, "of energy in these hours");
}

void describe(TypeBuilder<SiteGrid>& v) {
    v.number("meter_window", &SiteGrid::meter_window, time, Range{1e-3, seconds_a_day},
             "mean over which the power limit holds; left out: a quarter of an hour");
    v.number("demand_charge", &SiteGrid::demand_charge, per_kilowatt, Range{0, 1e6},
             "$ a kW of the month's highest window");
    v.list("tariff", &SiteGrid::tariff, "hours that cost another price of energy");
    v.number("swing_limit", &SiteGrid::swing_limit, power, any_power,
             "largest change of power within a step");
    v.number("ramp_limit", &SiteGrid::ramp_limit, power, Range{1, 1e12},
             "largest change of power in a minute");
    v.number("frequency", &SiteGrid::frequency, hertz, Range{1, 1000}, "Hz; left out: of the drawn supply");
}

void describe(TypeBuilder<SiteMoney>& v) {
    v.choice("deployment", &SiteMoney::deployment, deployments, "how the cluster is owned or rented");
    v.number("interest", &SiteMoney::interest, ratio, share, "a year");
    v.number("residual", &SiteMoney::residual, ratio, share,
             "of the price, left at the end of the book life");
    v.number("space_price", &SiteMoney::space_price, money, Range{0, 1e6},
             "a kW of critical power and month");
    v.number("building_price", &SiteMoney::building_price, money, Range{0, 1e6},
             "of an own building, a W of IT");
    v.number("operation", &SiteMoney::operation, ratio, share, "of the capital a year: staff, support");
    v.number("installation", &SiteMoney::installation, ratio, Range{0, 10}, "of the parts' price");
    v.number("spares", &SiteMoney::spares, ratio, Range{0, 10}, "of the parts' price");
    v.number("contingency", &SiteMoney::contingency, ratio, Range{0, 10}, "of all capital before it");
    v.number("software", &SiteMoney::software, money, Range{0, 1e6}, "licences of a GPU and year");
    v.number("water_price", &SiteMoney::water_price, money, Range{0, 1e6}, "a cubic metre");
    v.text("region", &SiteMoney::region, "country of the site, two letters, for export rules");
}

void describe(TypeBuilder<SiteRoom>& v) {
    v.number("area", &SiteRoom::area, square_metres, Range{0.1, 1e7}, "m² for racks and their aisles");
    v.number("rack_positions", &SiteRoom::rack_positions, racks, Range{1, 1e6}, "places for racks");
    v.number("floor_load", &SiteRoom::floor_load, on_floor, Range{1, 1e5}, "kg/m² that the floor bears");
    v.number("rack_mass", &SiteRoom::rack_mass, kilograms, Range{1, 1e5},
             "kg of a filled rack; left out: of the parts");
    v.number("standing_load", &SiteRoom::standing_load, ratio, share,
             "how far servers are from idle (0) to their name plates (1) where no step runs; left out: 1");
}

void describe(TypeBuilder<ListedPrice>& v) {
    using L = ListedPrice;
    const Range any_price{0, 1e12};
    v.text(required("item"), &L::item, "id of a part, or of a class of parts: server.hopper");
    v.number("low", &L::low, ratio, any_price, "the least, in the currency");
    v.number("likely", &L::likely, ratio, any_price, "what it is taken to cost, in the currency");
    v.number("high", &L::high, ratio, any_price, "the most, in the currency");
    v.text("currency", &L::currency, "ISO 4217");
    v.number("usd_each", &L::usd_each, ratio, Range{1e-9, 1e9}, "$ that one of the currency is worth");
    v.text("date", &L::date, "of the offer");
    v.text("source", &L::source, "who asks it");
}

void describe(TypeBuilder<Site>& v) {
    v.number("wet_bulb", &Site::wet_bulb, temperature, air_or_water, "outdoor wet bulb");
    v.number("dry_bulb", &Site::dry_bulb, temperature, air_or_water, "outdoor dry bulb");
    v.number("altitude_m", &Site::altitude_m, metres, Range{-500, 6000}, "above sea level");
    v.text("climate", &Site::climate, "a year of weather: one that is built in, or a CSV file");
    v.one_of("plant", &Site::plant, plant_names(), "kind of cooling plant");
    v.number("power_limit", &Site::power_limit, power, any_power, "what the utility delivers");
    v.choice("supply_growth", &Site::supply_growth, supply_growths,
             "what follows the GPUs to other counts: the cooling plant, none, or all, the power limit too");
    v.number("pue", &Site::pue, ratio, Range{1, 10}, "fixed PUE instead of the plant model");
    v.number("electricity_price", &Site::electricity_price, per_kwh, Range{0, 1000}, "price of energy");
    v.number("carbon_intensity", &Site::carbon_intensity, carbon, Range{0, 10}, "kg CO2e per kWh");
    v.number("gpu_hour_price", &Site::gpu_hour_price, per_hour, Range{0, 1e6},
             "rent of a GPU; left out: owned");
    v.number("capex_per_gpu", &Site::capex_per_gpu, money, Range{0, 1e9},
             "all-in price of a GPU slot; left out: from the bill of materials");
    v.list("prices", &Site::prices, "of parts and classes of parts, before the catalogue's");
    v.number("book_life_years", &Site::book_life_years, years, Range{0.01, 100}, "book life");
    v.object("grid", &Site::grid, "what the utility meters, charges and allows");
    v.object("money", &Site::money, "how the cluster is owned or rented, and what money costs");
    v.object("room", &Site::room, "the existing room, and what it bears");
    v.number(
        "failures_per_1000_node_days", &Site::failures_per_1000_node_days, per_node, Range{0, 1e6},
        "failures that stop the job, a node of 8 GPUs; left out: what is published of the GPUs' generation");
    v.number("other_interruptions_per_1000_node_days", &Site::other_interruptions_per_1000_node_days,
             per_node, Range{0, 1e6}, "what stops jobs beyond failures: preemption, time-outs, mistakes");
    v.number("planned_stops_per_1000_node_days", &Site::planned_stops_per_1000_node_days, per_node,
             Range{0, 1e6}, "stops for updates and moves, a checkpoint before each");
    v.number("restart_time", &Site::restart_time, time, Range{0, 1e9},
             "from a failure of a small job to training again, loading apart");
    v.number("start_up_per_1000_gpus", &Site::start_up_per_1000_gpus, time, Range{0, 1e6},
             "what 1,000 GPUs more add to it");
    v.number("spare_servers", &Site::spare_servers, servers, Range{0, 1e5},
             "whole servers that stand ready; left out: as many as it takes");
    v.number("repair_time", &Site::repair_time, time, Range{0, 1e9}, "from a server's failure to its return");
    v.number("straggler_cv_persistent", &Site::straggler_cv_persistent, ratio, share,
             "coefficient of variation between GPUs");
    v.number("straggler_cv_iid", &Site::straggler_cv_iid, ratio, share,
             "coefficient of variation between steps");
    v.choice("routing", &Site::routing, routings, "how flows spread over equal paths");
    v.list("fabric", &Site::fabric, "levels that other traffic or degraded links slow");
    v.number("host_input_rate", &Site::host_input_rate, samples, any_amount,
             "samples/s that a server's data pipeline prepares; 0: not limiting");
    v.number("loader_cores", &Site::loader_cores, cores, Range{0.01, 1e5},
             "CPU cores of a server that prepare samples; left out: not known");
    v.number("sample_core_time", &Site::sample_core_time, time, Range{0, 1e6},
             "of one core, to prepare a sample; 0: not limiting");
    v.choice("job_placement", &Site::job_placement, job_placements,
             "how jobs stand on the GPUs: packed, each in blocks of its own, or scattered over all");
}

} // namespace roofrack::fields
