// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/row_price.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/economics/price_class.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

PriceBand band_of(const SourcedValue& price) {
    return {price.low.value_or(*price.value), *price.value, price.high.value_or(*price.value)};
}

PriceBand spread(double price, Status status, const PriceList& prices) {
    const PriceRow* around = find_price(prices.spreads, name_of(status));
    return around ? around->band * price : PriceBand::exactly(price);
}

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

} // namespace

PartOfRow part_of_bill_row(const BillRow& row, const std::map<std::string_view, const Element*>& elements,
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

} // namespace roofrack
