// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/capital.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/economics/economics.h"
#include "core/facility/economics/price_class.h"
#include "core/facility/floor_space.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace roofrack {

namespace {

PriceBand band_of(const SourcedValue& price) {
    return {price.low.value_or(*price.value), *price.value, price.high.value_or(*price.value)};
}

PriceBand spread(double price, Status status, const PriceList& prices) {
    const PriceRow* around = find_price(prices.spreads, name_of(status));
    return around ? around->band * price : PriceBand::exactly(price);
}

/// The part of a row of the bill, and whether its price is the project's own.
struct PartOfRow {
    const Part* part = nullptr;
    bool has_own_price = false;
};

/// Whether the price of a part of the project's own is the project's. One that it has from its base is the
/// catalogue's, with the catalogue's band.
bool has_own_price(const PartRef& ref, const Catalog& catalog) {
    const Part* const base = base_of(ref, catalog);
    const auto price = ref.inline_part->figures.find("price");
    if (!base || price == ref.inline_part->figures.end()) return true;
    const auto was = base->figures.find("price");
    if (was == base->figures.end() || !(was->second == price->second)) return true;
    return ref.own_base && has_own_price(*ref.own_base, catalog);
}

PartOfRow part_of(const BillRow& row, const std::map<std::string_view, const Element*>& elements,
                  const std::map<std::string_view, const Link*>& links, const Catalog& catalog) {
    if (row.group == BillGroup::cable || row.group == BillGroup::optic) {
        const auto link = row.drawn.empty() ? links.end() : links.find(row.drawn.front());
        if (link != links.end() && link->second->own_cable && link->second->own_cable->id == row.part)
            return {link->second->own_cable.get(), true};
        return {row.part.empty() ? nullptr : catalog.part(PartKind::cable, row.part), false};
    }
    if (row.drawn.empty()) return {};
    const auto element = elements.find(row.drawn.front());
    if (element == elements.end()) return {};
    const PartRef& ref = element->second->part;
    const Part* const part = drawn_part(*element->second, catalog);
    if (!part || !ref.inline_part) return {part, false};
    return {part, has_own_price(ref, catalog)};
}

const ListedPrice* listed(const Site& site, std::string_view item) {
    const auto found =
        item.empty() ? site.prices.end() : std::ranges::find(site.prices, item, &ListedPrice::item);
    return found == site.prices.end() ? nullptr : &*found;
}

/// A price that the project's own list has, of `pieces`.
void take_listed(const ListedPrice& price, double pieces, CapitalRow& out) {
    out.basis = PriceBasis::project;
    out.status = price.source.empty() || price.date.empty() ? Status::judgement : Status::confirmed;
    out.pieces = pieces;
    out.price = PriceBand{price.low, price.likely, price.high} * (price.usd_each * pieces);
    out.source = fmt::format("{}{}{}", price.source.empty() ? "the project's list of prices" : price.source,
                             price.date.empty() ? "" : fmt::format(" ({})", price.date),
                             price.currency == "USD" ? ""
                                                     : fmt::format(", {:g} {} at {:g} $", price.likely,
                                                                   price.currency, price.usd_each));
}

/// The reason why a part of the project's own does not have the price of its base; empty where it has a
/// price, or where the base has none.
std::string lost_price(const Part* part) {
    if (!part) return {};
    const auto price = part->figures.find("price");
    if (price == part->figures.end() || price->second.value || !is_settled(price->second)) return {};
    return "its base's price does not hold: " + price->second.source;
}

/// A server whose accelerator the project has a price of: its GPUs, and a server without any around them.
bool take_gpu_price(const BillRow& row, const PartOfRow& of, const Site& site, const Catalog& catalog,
                    const PriceList& prices, CapitalRow& out) {
    if (row.group != BillGroup::server || !of.part || of.part->value_or("gpus", 0) <= 0) return false;
    const std::optional<Part> gpu = accelerator_of(*of.part, catalog);
    const PriceRow* const around = find_price(prices.classes, "server.none");
    if (!gpu || !around) return false;
    CapitalRow each;
    if (const ListedPrice* const price = listed(site, gpu->id))
        take_listed(*price, of.part->value_or("gpus", 0), each);
    else if (const auto own = gpu->figures.find("price");
             of.part->own_accelerator && own != gpu->figures.end() && own->second.value) {
        each.price = band_of(own->second) * of.part->value_or("gpus", 0);
        each.source = own->second.source;
    } else
        return false;
    out.basis = PriceBasis::project;
    out.status = Status::judgement;
    out.price = (each.price + around->band) * row.count;
    out.source = fmt::format("{} GPUs of {} ({}), and a server around them by class",
                             of.part->value_or("gpus", 0), gpu->name, each.source);
    return true;
}

CapitalRow priced(const BillRow& row, const PartOfRow& of, const Site& site, const Catalog& catalog,
                  const PriceList& prices) {
    CapitalRow out;
    out.group = row.group;
    out.procurement = row.procurement;
    out.sale = row.sale;
    out.part = row.part;
    out.name = row.name;
    out.count = out.pieces = row.count;
    out.length = row.length;
    out.with_space = out.is_of_hall = comes_with_space(row, of.part);
    out.unit = "$";
    const bool is_fibre = row.group == BillGroup::cable && row.power == 0.0;
    if (const ListedPrice* const price = is_fibre ? nullptr : listed(site, row.part)) {
        take_listed(*price, row.group == BillGroup::optic ? row.count / 2 : row.count,
                    out); // a price of optics is of the pair
        return out;
    }
    if (row.price) {
        out.basis = of.has_own_price ? PriceBasis::project : PriceBasis::catalogue;
        out.status = row.price_status;
        out.price =
            of.has_own_price ? PriceBand::exactly(*row.price) : spread(*row.price, out.status, prices);
        const char* key = is_fibre ? "price_per_metre" : "price";
        if (const auto figure = of.part ? of.part->figures.find(key) : decltype(of.part->figures.end()){};
            of.part && figure != of.part->figures.end())
            out.source = figure->second.source.empty() ? figure->second.note : figure->second.source;
        if (const PriceBand band = of.has_own_price && of.part && of.part->figures.contains(key)
                                       ? band_of(of.part->figures.find(key)->second)
                                       : PriceBand{};
            band.likely > 0)
            out.price = band * (*row.price / band.likely);
        return out;
    }
    if (take_gpu_price(row, of, site, catalog, prices, out)) return out;
    const std::optional<PriceClass> of_class = price_class_of(row, of.part, catalog, prices);
    const std::string lost = lost_price(of.part);
    if (const ListedPrice* const price = of_class ? listed(site, of_class->id) : nullptr) {
        take_listed(*price, row.count * of_class->amount, out);
        out.price_class = of_class->id;
        return out;
    }
    const PriceRow* estimate = of_class ? find_price(prices.classes, of_class->id) : nullptr;
    if (!estimate) {
        out.source = lost;
        return out;
    }
    out.basis = PriceBasis::estimate;
    out.status = estimate->status;
    out.pieces = row.count * of_class->amount;
    out.price = estimate->band * out.pieces;
    out.unit = estimate->unit;
    out.price_class = estimate->id;
    out.source = fmt::format("{} ({}){}{}", estimate->source, estimate->date, lost.empty() ? "" : "; ", lost);
    return out;
}

std::vector<PriceRow> offers_for(const std::vector<PriceRow>& rows, std::string_view accelerator) {
    std::vector<PriceRow> out;
    std::ranges::copy_if(rows, std::back_inserter(out), [&](const PriceRow& row) {
        return std::ranges::find(row.accelerators, accelerator) != row.accelerators.end();
    });
    return out;
}

} // namespace

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
    return names.empty() ? std::string() : fmt::format("what is paid for {} is not known", first_of(names));
}

bool Capital::buys_nothing() const {
    return says_procurement && gpus_bought <= 0 &&
           std::ranges::none_of(rows, [](const CapitalRow& row) { return row.is_bought(); });
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
    if (!site.room.rack_positions || capital.needs_space || capital.buys_nothing()) return {};
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
    out.housed = housed_in_owned_rooms(cluster);
    out.needs_space = buys_outside_of(cluster, out.housed);
    std::map<std::string, double> accelerators; // by GPUs
    for (const BillRow& row : bill.rows) {
        const PartOfRow of = part_of(row, elements, links, catalog);
        CapitalRow made = priced(row, of, site, catalog, prices);
        // A hall that stands already has what is in it; more of that is bought by the piece.
        if (!out.housed.empty() && made.procurement == Procurement::buy) made.with_space = false;
        if (made.basis == PriceBasis::none && made.is_in_use())
            (made.is_bought() ? out.without_price : out.owned_without_price).push_back(made.name);
        if (row.group == BillGroup::server && of.part && row.procurement != Procurement::sell)
            if (const auto accelerator = accelerator_of(*of.part, catalog)) {
                const double gpus = row.count * of.part->value_or("gpus", 0);
                accelerators[accelerator->id] += gpus;
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
    const auto most =
        std::ranges::max_element(accelerators, {}, [](const auto& each) { return each.second; });
    if (most == accelerators.end()) return out;
    out.accelerator = most->first;
    out.reserved = offers_for(prices.reserved, out.accelerator);
    out.on_demand = offers_for(prices.on_demand, out.accelerator);
    return out;
}

Result<Capital> capital_of(const Cluster& cluster, const Site& site, const Catalog& catalog,
                           const PriceList& prices) {
    const auto bill = bill_of_materials(cluster, catalog);
    if (!bill) return tl::unexpected(bill.error());
    return price_bill(*bill, cluster, site, catalog, prices);
}

std::optional<PriceBand> market_rent(const std::vector<PriceRow>& offers) {
    if (offers.empty()) return std::nullopt;
    PriceBand out = offers.front().band;
    std::vector<double> likely;
    for (const PriceRow& offer : offers) {
        out.low = std::min(out.low, offer.band.low);
        out.high = std::max(out.high, offer.band.high);
        likely.push_back(offer.band.likely);
    }
    std::ranges::sort(likely);
    const size_t half = likely.size() / 2;
    out.likely = likely.size() % 2 == 1 ? likely[half] : (likely[half - 1] + likely[half]) / 2;
    return out;
}

} // namespace roofrack
