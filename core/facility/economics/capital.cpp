// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/capital.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/economics/economics.h"
#include "core/facility/economics/row_price.h"
#include "core/facility/floor_space.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace roofrack {

std::string_view name_of(PriceBasis basis) {
    switch (basis) {
    case PriceBasis::project: return "project";
    case PriceBasis::catalogue: return "catalogue";
    case PriceBasis::estimate: return "estimate";
    case PriceBasis::none: break;
    }
    return "none";
}

namespace {

template<class Counts>
PriceBand sum_of_rows(const Capital& capital, Counts counts) {
    PriceBand out;
    for (const CapitalRow& row : capital.rows)
        if (counts(row)) out += row.price;
    return out;
}

/// "“x” and 2 more".
std::string first_of(const std::vector<std::string>& names) {
    std::string out = fmt::format("“{}”", names.front());
    if (names.size() > 1) out += fmt::format(" and {} more", names.size() - 1);
    return out;
}

} // namespace

PriceBand Capital::of(BillGroup group) const {
    return sum_of_rows(*this, [&](const CapitalRow& row) { return row.group == group && row.is_bought(); });
}

PriceBand Capital::parts() const {
    return sum_of_rows(*this, [](const CapitalRow& row) { return row.is_bought(); });
}

PriceBand Capital::replacement_parts() const {
    return sum_of_rows(*this, [](const CapitalRow& row) { return row.is_in_use(); });
}

PriceBand Capital::needed(double running_gpus, Dollars building) const {
    const double more = gpus > 0 ? std::max(1.0, running_gpus / gpus) : 0;
    PriceBand out = says_procurement ? total() + replacement() * std::max(0.0, more - 1) : total() * more;
    out += PriceBand::exactly(building.si());
    return out;
}

PriceBand Capital::total() const {
    const double bought = says_procurement ? gpus_bought : gpus;
    return given_per_gpu ? PriceBand::exactly(*given_per_gpu * bought) : parts() * overhead();
}

PriceBand Capital::replacement() const {
    return given_per_gpu ? PriceBand::exactly(*given_per_gpu * gpus) : replacement_parts() * overhead();
}

PriceBand Capital::owned() const {
    if (given_per_gpu)
        return PriceBand::exactly(says_procurement ? *given_per_gpu * (gpus - gpus_bought) : 0);
    return sum_of_rows(*this,
                       [](const CapitalRow& row) {
                           return row.is_in_use() && row.procurement == Procurement::owned;
                       }) *
           overhead();
}

Dollars Capital::per_gpu() const {
    if (given_per_gpu) return Dollars(*given_per_gpu);
    return Dollars(gpus > 0 ? replacement().likely / gpus : 0);
}

double Capital::bought_share(double running_gpus) const {
    const double all = per_gpu().si() * running_gpus, there = owned().likely;
    if (!says_procurement || !(there > 0) || !(all > 0)) return buys_nothing() ? 0 : 1;
    return std::max(0.0, 1 - there / all);
}

double Capital::income() const {
    double out = 0;
    for (const Sale& sale : sales) out += sale.price.value_or(0) * sale.count;
    return out;
}

std::string Capital::unknown_income_text() const {
    std::vector<std::string> names;
    for (const Sale& sale : sales)
        if (!sale.price) names.push_back(sale.name);
    return names.empty() ? std::string()
                         : fmt::format("what is paid for {} is not known, and not counted", first_of(names));
}

bool Capital::buys_nothing() const {
    return says_procurement && gpus_bought <= 0 &&
           std::ranges::none_of(rows, [](const CapitalRow& row) { return row.is_bought(); });
}

double Capital::share_to_house(std::string_view id) const {
    const auto there = housed.find(id);
    return there == housed.end() ? 1 : 1 - there->second;
}

std::string Capital::incomplete_text() const {
    std::string out;
    const auto add = [&out](std::string text) { out += (out.empty() ? "" : "; ") + std::move(text); };
    if (!is_complete()) add("incomplete, at least: without a price for " + first_of(without_price));
    if (!given_per_gpu && !owned_without_price.empty())
        add("without the operation of what is there already and has no price: " +
            first_of(owned_without_price));
    return out;
}

std::string Capital::no_price_text(bool with_owned) const {
    std::vector<std::string> names = without_price;
    if (with_owned) names.insert(names.end(), owned_without_price.begin(), owned_without_price.end());
    return given_per_gpu || names.empty() ? std::string() : "no price for " + first_of(names);
}

Capital Capital::as_bought() const {
    Capital out = *this;
    std::erase_if(out.rows, [](const CapitalRow& row) { return row.procurement == Procurement::sell; });
    for (CapitalRow& row : out.rows) {
        row.procurement = Procurement::buy;
        row.with_space = row.is_of_hall;
    }
    std::erase(out.without_price, std::exchange(out.missing_places, {})); // the new building has them
    std::ranges::move(out.owned_without_price, std::back_inserter(out.without_price));
    out.owned_without_price.clear();
    out.sales.clear();
    out.housed.clear();
    out.gpus_bought = out.gpus;
    out.says_procurement = false;
    out.needs_space = true;
    return out;
}

namespace {

/// What a room that stands already has too little of for all that is drawn, and no price is known of; empty:
/// it has places for all, or the price of space or of the building has them.
std::string places_to_buy(const Cluster& cluster, const Site& site, const Catalog& catalog,
                          const Capital& capital) {
    if (!site.room.rack_positions || capital.needs_space || capital.buys_nothing() ||
        site.money.deployment == Deployment::hyperscale_build) // it stands elsewhere
        return {};
    Cluster kept = cluster;
    if (has_sold(kept)) set_sold_aside(kept);
    const FloorNeed places{FloorLimit::positions, rack_places(kept, catalog), site.room.rack_positions};
    return places.is_short() ? places.missing_text() : std::string();
}

} // namespace

Capital price_bill(const BillOfMaterials& bill, const Cluster& cluster, const Site& site,
                   const Catalog& catalog, const PriceList& prices) {
    std::map<std::string_view, const Element*> elements;
    for (const Element& element : cluster.elements) elements.emplace(element.id, &element);
    std::map<std::string_view, const Link*> links;
    for (const Link& link : cluster.links) links.emplace(link.id, &link);
    const Defaults::Ownership& constants = catalog.defaults().ownership;
    Capital out;
    out.gpus = bill.totals.gpus;
    out.given_per_gpu = site.capex_per_gpu;
    out.is_in_own_building = has_own_building(site.money.deployment);
    out.installation = site.money.installation.value_or(constants.installation);
    out.spares = site.money.spares.value_or(constants.spares);
    out.contingency = site.money.contingency.value_or(constants.contingency);
    out.says_procurement = says_procurement(cluster);
    out.sales = sales_of(cluster);
    const bool has_room = site.money.deployment == Deployment::own_hall && site.room.stands_already();
    const auto in_rooms = housed_in_rooms(cluster, has_room);
    out.housed = housed_shares(cluster, in_rooms);
    out.needs_space = buys_outside_of(cluster, out.housed);
    RentedKinds kinds;
    // A hall that stands already has what is in it; more of that is bought by the piece.
    const bool is_hall_there =
        !in_rooms.empty() || (out.is_in_own_building && !out.housed.empty() && !out.needs_space);
    for (const BillRow& row : bill.rows) {
        const PartOfRow of = part_of_bill_row(row, elements, links, catalog);
        CapitalRow made = priced(row, of, site, catalog, prices);
        if (is_hall_there && made.procurement == Procurement::buy) made.with_space = false;
        if (made.basis == PriceBasis::none && made.is_in_use())
            (made.is_bought() ? out.without_price : out.owned_without_price).push_back(made.name);
        if (row.group == BillGroup::server && of.part && row.procurement != Procurement::sell)
            if (const auto accelerator = accelerator_of(*of.part, catalog)) {
                const double gpus = row.count * of.part->value_or("gpus", 0);
                RentedKind& kind = kinds[accelerator->id];
                kind.name = accelerator->name;
                kind.gpus += gpus;
                if (made.is_bought()) {
                    out.gpus_bought += gpus;
                    if (std::ranges::find(out.bought_accelerators, accelerator->id) ==
                        out.bought_accelerators.end())
                        out.bought_accelerators.push_back(accelerator->id);
                }
            }
        out.rows.push_back(std::move(made));
    }
    out.missing_places = places_to_buy(cluster, site, catalog, out);
    if (!out.missing_places.empty()) out.without_price.push_back(out.missing_places);
    out.reserved = rent_offers(prices.reserved, kinds);
    out.on_demand = rent_offers(prices.on_demand, kinds);
    return out;
}

Result<Capital> capital_of(const Cluster& cluster, const Site& site, const Catalog& catalog,
                           const PriceList& prices) {
    const auto bill = bill_of_materials(cluster, catalog);
    if (!bill) return tl::unexpected(bill.error());
    return price_bill(*bill, cluster, site, catalog, prices);
}

} // namespace roofrack
