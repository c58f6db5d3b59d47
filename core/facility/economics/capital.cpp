// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/capital.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/facility/economics/economics.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

constexpr double gigabit = 1e9 / 8; // B/s
constexpr double terabyte = 1e12;
constexpr double large_storage = 20e15; // B: from here on it is built another way
constexpr double rack_scale = 32;       // GPUs of a scale-up domain that is a rack

/// What a class is asked for, and how much of it one piece is.
struct ClassOf {
    std::string id;
    double amount = 1;
};

/// "switch.400": the nearest rate of the list, by ratio.
std::string by_rate(std::string_view what, double bytes_per_second) {
    constexpr std::array rates{1.0, 25.0, 100.0, 200.0, 400.0, 800.0, 1600.0};
    const double rate = bytes_per_second / gigabit;
    const bool optic = what == "optic";
    double best = 0;
    for (const double each : rates) {
        if (optic && each < 100) continue;
        if (best == 0 || std::max(each / rate, rate / each) < std::max(best / rate, rate / best)) best = each;
    }
    return fmt::format("{}.{:.0f}", what, best);
}

std::optional<ClassOf> class_of_server(const Part& part, const Catalog& catalog, const PriceList& prices) {
    const double gpus = part.value_or("gpus", 0);
    if (gpus <= 0) return ClassOf{"server.none", 1};
    if (part.text_or("offer", "") == "cloud") return std::nullopt; // rented, not sold
    const std::optional<Part> accelerator = accelerator_of(part, catalog);
    if (!accelerator) return std::nullopt;
    const std::string of = fmt::format("server.{}", std::string(accelerator->text_or("architecture", "")));
    const double domain = part.value_or("scale_up_domain", gpus);
    const bool is_card = accelerator->text_or("form", "") == "pcie"; // however few stand in a server
    // Parts sold under rules or in quantities of their own: for export, retired, cards.
    const std::string alone = fmt::format("server.{}", accelerator->id);
    for (const std::string& id : {alone,
                                  domain >= rack_scale ? of + ".rack"
                                  : is_card            ? of + ".pcie"
                                                       : of,
                                  of})
        if (find_price(prices.classes, id)) return ClassOf{id, gpus};
    return std::nullopt; // not for sale
}

std::optional<ClassOf> class_of_cooling(const Part& part) {
    const double kilowatts = part.value_or("capacity", 0) / 1e3;
    if (kilowatts <= 0) return std::nullopt;
    const std::string_view kind = part.text_or("cooling", "");
    if (kind == "cdu" || kind == "liquid-to-air") return ClassOf{"cooling.cdu", kilowatts};
    if (kind == "rdhx") return ClassOf{"cooling.rdhx", kilowatts};
    return ClassOf{"cooling.crah", kilowatts};
}

std::optional<ClassOf> class_of_storage(const Part& part) {
    const double bytes = part.value_or("capacity", 0);
    if (bytes <= 0) return std::nullopt;
    return ClassOf{bytes >= large_storage ? "storage.large" : "storage", bytes / terabyte};
}

std::optional<ClassOf> class_of_rack(const Part& part) {
    const std::string_view cooling = part.text_or("cooling", "air");
    return ClassOf{cooling == "air" ? "rack" : "rack.liquid", 1};
}

std::optional<ClassOf> class_of(const BillRow& row, const Part* part, const Catalog& catalog,
                                const PriceList& prices) {
    if (row.group == BillGroup::cable)
        return !row.length ? std::nullopt
               : part && part->text_or("medium", "") == "fibre"
                   ? std::optional<ClassOf>({"fibre", *row.length})
                   : std::optional<ClassOf>({"cable", 1});
    if (!part) return row.group == BillGroup::rack ? std::optional<ClassOf>({"rack", 1}) : std::nullopt;
    switch (row.group) {
    case BillGroup::server: return class_of_server(*part, catalog, prices);
    case BillGroup::switch_: {
        const double ports = part->value_or("ports", 0), rate = part->value_or("port_rate", 0);
        return ports > 0 && rate > 0 ? std::optional<ClassOf>({by_rate("switch", rate), ports})
                                     : std::nullopt;
    }
    case BillGroup::optic: {
        const double rate = part->value_or("rate", 0);
        return rate > 0 ? std::optional<ClassOf>({by_rate("optic", rate), 1}) : std::nullopt;
    }
    case BillGroup::storage: return class_of_storage(*part);
    case BillGroup::rack: return class_of_rack(*part);
    case BillGroup::feed: {
        const double kilowatts =
            part->value_or("apparent_power", 0) * part->value_or("power_factor", 1) / 1e3;
        return kilowatts > 0 ? std::optional<ClassOf>({"feed", kilowatts}) : std::nullopt;
    }
    case BillGroup::cooling: return class_of_cooling(*part);
    case BillGroup::cable: break;
    }
    return std::nullopt;
}

/// What the price of space or of a building has in it: the hall's air cooling, and what stands before the
/// racks' own circuits.
bool comes_with_space(const BillRow& row, const Part* part) {
    if (!part) return false;
    if (row.group == BillGroup::cooling) {
        const std::string_view kind = part->text_or("cooling", "");
        return kind != "cdu" && kind != "rdhx" && kind != "liquid-to-air";
    }
    if (row.group == BillGroup::feed) {
        const std::string_view kind = part->text_or("feed", part->text_or("supply", ""));
        return kind == "ups" || kind == "transformer" || kind == "generator" || kind == "utility" ||
               kind == "switchgear";
    }
    return false;
}

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

/// What it has from its base is the catalogue's, with the catalogue's band.
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
    out.part = row.part;
    out.name = row.name;
    out.count = out.pieces = row.count;
    out.length = row.length;
    out.with_space = comes_with_space(row, of.part);
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
    const std::optional<ClassOf> of_class = class_of(row, of.part, catalog, prices);
    if (const ListedPrice* const price = of_class ? listed(site, of_class->id) : nullptr) {
        take_listed(*price, row.count * of_class->amount, out);
        out.price_class = of_class->id;
        return out;
    }
    const PriceRow* estimate = of_class ? find_price(prices.classes, of_class->id) : nullptr;
    if (!estimate) return out;
    out.basis = PriceBasis::estimate;
    out.status = estimate->status;
    out.pieces = row.count * of_class->amount;
    out.price = estimate->band * out.pieces;
    out.unit = estimate->unit;
    out.price_class = estimate->id;
    out.source = fmt::format("{} ({})", estimate->source, estimate->date);
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

PriceBand Capital::of(BillGroup group) const {
    PriceBand out;
    for (const CapitalRow& row : rows)
        if (row.group == group && !row.with_space) out += row.price;
    return out;
}

PriceBand Capital::parts() const {
    PriceBand out;
    for (const CapitalRow& row : rows)
        if (!row.with_space) out += row.price;
    return out;
}

PriceBand Capital::needed(double running_gpus, Dollars building) const {
    PriceBand out = total() * (gpus > 0 ? std::max(1.0, running_gpus / gpus) : 0);
    out += PriceBand::exactly(building.si());
    return out;
}

PriceBand Capital::total() const {
    return given_per_gpu ? PriceBand::exactly(*given_per_gpu * gpus) : parts() * overhead();
}

Dollars Capital::per_gpu() const {
    if (given_per_gpu) return Dollars(*given_per_gpu);
    return Dollars(gpus > 0 ? total().likely / gpus : 0);
}

std::string Capital::incomplete_text() const {
    if (is_complete()) return {};
    std::string out = fmt::format("incomplete, at least: without a price for “{}”", without_price.front());
    if (without_price.size() > 1) out += fmt::format(" and {} more", without_price.size() - 1);
    return out;
}

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
    std::map<std::string, double> accelerators; // by GPUs
    for (const BillRow& row : bill.rows) {
        const PartOfRow of = part_of(row, elements, links, catalog);
        CapitalRow made = priced(row, of, site, catalog, prices);
        if (made.basis == PriceBasis::none && !made.with_space) out.without_price.push_back(made.name);
        out.rows.push_back(std::move(made));
        if (row.group == BillGroup::server && of.part)
            if (const auto accelerator = accelerator_of(*of.part, catalog))
                accelerators[accelerator->id] += row.count * of.part->value_or("gpus", 0);
    }
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
