// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string_view>

namespace roofrack {

/// Hours of the day with a price of their own.
struct TariffPeriod {
    double from_hour = 0, to_hour = 0; ///< local time, 0…24; past midnight where `to_hour` is less
    double price = 0;                  ///< $/kWh
    UnknownKeys unknown;
    bool operator==(const TariffPeriod&) const = default;
};

/// The utility's side of the meter: what it meters, what it charges beside energy, what it allows.
struct SiteGrid {
    std::optional<Seconds>
        meter_window; ///< mean over which Site::power_limit holds; none: a quarter of an hour
    std::optional<double> demand_charge; ///< $/kW of the month's highest window; none: 0
    std::vector<TariffPeriod> tariff;    ///< hours that cost another price than Site::electricity_price
    std::optional<Watts> swing_limit;    ///< largest change of power within a step; none: not given
    std::optional<Watts> ramp_limit;     ///< largest change of power in a minute; none: not given
    std::optional<double> frequency;     ///< Hz; none: what the drawn supply says
    UnknownKeys unknown;
    bool operator==(const SiteGrid&) const = default;
};

/// An existing room, and what it bears; what is left out is not known, and does not limit.
struct SiteRoom {
    std::optional<double> area;           ///< m², for racks and their aisles
    std::optional<double> rack_positions; ///< places for racks
    std::optional<double> floor_load;     ///< kg/m² that the floor bears
    std::optional<double> rack_mass;      ///< kg of one rack as filled; none: of the parts
    /// How far the drawn servers are from idle (0) to their name plates (1) where no step runs; none: 1.
    std::optional<double> standing_load;
    UnknownKeys unknown;
    /// A room stands already, of which something is known.
    bool stands_already() const { return area || rack_positions || floor_load; }
    bool operator==(const SiteRoom&) const = default;
};

/// How a cluster is owned or rented.
enum class Deployment {
    colocation,       ///< owned machines in rented space
    own_hall,         ///< owned machines in an own building
    hyperscale_build, ///< the same on a site built for it, with its own substation
    reserved_cloud,   ///< rented for years
    on_demand_cloud,  ///< rented by the hour
};
std::string_view name_of(Deployment deployment); ///< "colocation", "own-hall" …

/// The terms of money at a site, where they are known; every figure left out is that of the constants.
struct SiteMoney {
    Deployment deployment = Deployment::colocation;
    std::optional<double> interest;       ///< a year
    std::optional<double> residual;       ///< share of the price left at the end of the book life
    std::optional<double> space_price;    ///< $/kW of critical power a month
    std::optional<double> building_price; ///< $/W of IT of an own building
    std::optional<double> operation;      ///< share of the capital a year: staff, support, spares
    std::optional<double> installation;   ///< share of the parts' price
    std::optional<double> spares;         ///< share of the parts' price
    std::optional<double> contingency;    ///< share of all capital before it
    std::optional<double> software;       ///< $ a GPU and year
    std::optional<double> water_price;    ///< $/m³
    std::string region; ///< where it stands, for export rules: ISO country code; empty: not said
    UnknownKeys unknown;
    bool operator==(const SiteMoney&) const = default;
};

/// A price that the project has of a part, or of a class of parts: a quote, a price list. It stands before
/// the catalogue's and the class's.
struct ListedPrice {
    std::string item; ///< id of a part, of the catalogue or the project's own, or of a class: "server.hopper"
    double low = 0, likely = 0, high = 0; ///< 0 ≤ low ≤ likely ≤ high, each in `currency`
    std::string currency = "USD";         ///< ISO 4217
    double usd_each = 1;                  ///< $ that one of it is worth
    std::string date;                     ///< when it was offered: "2026-09-30"
    std::string source;                   ///< who asks it
    UnknownKeys unknown;
    bool operator==(const ListedPrice&) const = default;
};

} // namespace roofrack
