// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/drawing/bill/bill_of_materials.h"
#include "core/drawing/bill/procurement.h"
#include "core/facility/economics/price_list.h"
#include "core/facility/economics/rent_offers.h"

#include <optional>

namespace roofrack {

/// Where a price is from, the surest first.
enum class PriceBasis {
    project,   ///< the project's list of prices, or a part of the project's own
    catalogue, ///< the part's own figure
    estimate,  ///< what its class costs
    none,
};
std::string_view name_of(PriceBasis basis); ///< "project", "catalogue", "estimate", "none"

/// One row of the bill of materials with what it costs.
struct CapitalRow {
    BillGroup group = BillGroup::server;
    Procurement procurement = Procurement::buy; ///< never inherited
    std::string part, name;
    double count = 0;
    std::optional<double> length; ///< m; cables only
    PriceBasis basis = PriceBasis::none;
    PriceBand price;            ///< $ of new ones, of all of them; zero where `basis` is none
    std::optional<double> sale; ///< $ that they are sold for, as far as it is known
    double pieces = 0;          ///< pieces that the price is of, in `unit`
    std::string unit;           ///< "$/GPU", "$/port" … of an estimate; "$" each of the others
    std::string price_class;    ///< id of the class whose price was taken; empty: none was
    Status status = Status::unknown;
    std::string source;      ///< who says it; where `basis` is none, why the base's does not hold
    bool with_space = false; ///< comes with the space or the building, whose price has it: not in the sums
    bool is_of_hall = false; ///< it does where the hall is rented or built for it

    bool is_bought() const { return procurement == Procurement::buy && !with_space; }
    /// It stands there in the end, and no price of space has it.
    bool is_in_use() const { return procurement != Procurement::sell && !with_space; }
};

/// What a drawing costs to buy: from its bill of materials, never from another machine's price. What is there
/// already is not bought again: `replacement` is what all of it would cost today.
struct Capital {
    std::vector<CapitalRow> rows;           ///< in the order of the bill
    std::vector<std::string> without_price; ///< names of what to buy without one, one a row
    /// "8 more rack positions": what a room that stands already lacks for all that is drawn. No price of it
    /// is known, so it is the last of `without_price`; empty: it lacks none.
    std::string missing_places;
    /// Names of rows that are there already and have none: what their operation costs is not known.
    std::vector<std::string> owned_without_price;
    double gpus = 0;                     ///< GPUs that are drawn and stay
    double gpus_bought = 0;              ///< GPUs that are bought
    bool says_procurement = false;       ///< the drawing says what is bought; else all of it is
    std::vector<Sale> sales;             ///< what is sold
    std::optional<double> given_per_gpu; ///< $, all-in, by the site: stands instead of all of it
    double installation = 0, spares = 0; ///< shares of the parts
    double contingency = 0;              ///< share of all before it
    bool is_in_own_building = false;     ///< the price of the building is in no row: needed() adds it
    HousedShares housed;                 ///< what stands in space that is there already: housed_shares()
    bool needs_space = true; ///< something that is bought has no place in a room or rack that is there
    /// What clouds ask for the GPUs that are drawn and stay: rent_offers(); empty: no offer is known.
    std::vector<PriceRow> reserved, on_demand;
    std::vector<std::string> bought_accelerators; ///< ids, each once

    PriceBand of(BillGroup group) const; ///< $, of the rows that are bought
    PriceBand parts() const;             ///< $, of all rows that are bought
    PriceBand replacement_parts() const; ///< $, of all rows that stay, at today's prices
    /// What all of it costs over its parts: installation, spares, contingency.
    double overhead() const { return (1 + installation + spares) * (1 + contingency); }
    /// $ to have before the first step: all that is bought, for as many GPUs as run where these are more, and
    /// a building of its own.
    PriceBand needed(double running_gpus, Dollars building) const;
    PriceBand total() const;       ///< $ of what is bought; by `given_per_gpu` where that is set
    PriceBand replacement() const; ///< $ of all that stays, as if it were bought today; likewise
    PriceBand owned() const;       ///< $ of what is there already, at today's prices: replacement less total
    Dollars per_gpu() const;       ///< likely, of the replacement; 0 where nothing is drawn
    /// The share of the replacement of so many GPUs that is bought: what is there already stays as much,
    /// whatever their number. 1 where nothing is owned.
    double bought_share(double running_gpus) const;
    /// $ that sales bring, of those whose price is known.
    double income() const;
    /// "what is paid for “H100 rack” and 1 more is not known, and not counted"; empty: all that is sold has a
    /// price.
    std::string unknown_income_text() const;
    bool is_complete() const { return given_per_gpu || without_price.empty(); }
    bool buys_nothing() const;
    /// The share of a rack's instances, or of a server's in none, that no space is there for yet.
    double share_to_house(std::string_view id) const;
    /// What is bought has one, or nothing is bought.
    bool has_price() const { return buys_nothing() || total().likely > 0; }
    /// "incomplete, at least: without a price for “x” and 2 more", also what of the operation is missing;
    /// empty where it is complete. Income that is not known would make it less, and is said by itself.
    std::string incomplete_text() const;
    /// "no price for “x” and 2 more", of what is bought; `with_owned`: also of what is there already, whose
    /// operation is not known then. Empty: all has one.
    std::string no_price_text(bool with_owned) const;
    /// The capital as if all that stays were bought, its building as well, and nothing sold.
    Capital as_bought() const;
};

/// Each row of the bill by the first of: what the project's list of prices says of the part, the price of the
/// part (the project's own, or of the catalogue), a server by the price of its GPUs, what the list says of
/// the part's class, the estimate for that class. Fails where the containment is broken.
Result<Capital> capital_of(const Cluster& cluster, const Site& site, const Catalog& catalog,
                           const PriceList& prices = PriceList::built_in());

/// Prices a bill that is made already.
Capital price_bill(const BillOfMaterials& bill, const Cluster& cluster, const Site& site,
                   const Catalog& catalog, const PriceList& prices = PriceList::built_in());

} // namespace roofrack
