// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/facility/economics/price_list.h"

#include <optional>

namespace roofrack {

/// Where a price is from, the surest first.
enum class PriceBasis {
    project,   ///< a part of the project's own
    catalogue, ///< the part's own figure
    estimate,  ///< what its class costs
    none,
};
std::string_view name_of(PriceBasis basis); ///< "project", "catalogue", "estimate", "none"

/// One row of the bill of materials with what it costs.
struct CapitalRow {
    BillGroup group = BillGroup::server;
    std::string part, name;
    double count = 0;
    std::optional<double> length; ///< m; cables only
    PriceBasis basis = PriceBasis::none;
    PriceBand price;         ///< $, of all of them; zero where `basis` is none
    double pieces = 0;       ///< pieces that the price is of, in `unit`
    std::string unit;        ///< "$/GPU", "$/port" … of an estimate; "$" each of the others
    std::string price_class; ///< id of the estimate's row; of the others empty
    Status status = Status::unknown;
    std::string source;
    bool with_space = false; ///< comes with the space or the building, whose price has it: not in the sums
};

/// What a drawing costs to buy: from its bill of materials, never from another machine's price.
struct Capital {
    std::vector<CapitalRow> rows;           ///< in the order of the bill
    std::vector<std::string> without_price; ///< names of rows without one, one a row
    double gpus = 0;                        ///< GPUs that this capital buys
    std::optional<double> given_per_gpu;    ///< $, all-in, by the site: stands instead of all of it
    double installation = 0, spares = 0;    ///< shares of the parts
    double contingency = 0;                 ///< share of all before it
    bool is_in_own_building = false;        ///< the price of the building is in no row: needed() adds it
    /// What clouds ask for the most common accelerator; empty: no offer is known.
    std::vector<PriceRow> reserved, on_demand;
    std::string accelerator; ///< id of the most common accelerator

    PriceBand of(BillGroup group) const;
    PriceBand parts() const; ///< $, of all rows that are bought
    /// What all of it costs over its parts: installation, spares, contingency.
    double overhead() const { return (1 + installation + spares) * (1 + contingency); }
    /// $ to have before the first step: all that is drawn, for as many GPUs as run where these are more, and
    /// a building of its own.
    PriceBand needed(double running_gpus, Dollars building) const;
    PriceBand total() const; ///< $; by `given_per_gpu` where that is set
    Dollars per_gpu() const; ///< likely; 0 where nothing is drawn
    bool is_complete() const { return given_per_gpu || without_price.empty(); }
    bool has_price() const { return total().likely > 0; }
    /// "incomplete, at least: without a price for “x” and 2 more"; empty where it is complete.
    std::string incomplete_text() const;
};

/// Each row of the bill by the first of: the project's own part, the part's price in the catalogue, the
/// estimate for its class. Fails where the containment is broken.
Result<Capital> capital_of(const Cluster& cluster, const Site& site, const Catalog& catalog,
                           const PriceList& prices = PriceList::built_in());

/// Prices a bill that is made already.
Capital price_bill(const BillOfMaterials& bill, const Cluster& cluster, const Site& site,
                   const Catalog& catalog, const PriceList& prices = PriceList::built_in());

/// The market's rent of a GPU-hour: the median of the offers, between the least and the most. Empty without
/// one.
std::optional<PriceBand> market_rent(const std::vector<PriceRow>& offers);

} // namespace roofrack
