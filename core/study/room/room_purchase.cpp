// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/room/room_purchase.h"

#include "core/drawing/drawn_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The row of the list; empty: it waits for nothing of its own.
std::string_view lead_of(const RoomKey& key) {
    switch (key.limit) {
    case RoomLimit::positions:
    case RoomLimit::area:
    case RoomLimit::floor_load: return "building";
    case RoomLimit::grid: return "power";
    case RoomLimit::air:
    case RoomLimit::liquid:
    case RoomLimit::plant: return "cooling";
    case RoomLimit::supply: break;
    }
    return lead_of_supply(key.supply);
}

/// The class of the price list, $ a kW; empty: the bill's price of the part counts.
std::string class_of(const RoomKey& key) {
    if (key.limit == RoomLimit::plant) return "cooling.plant";
    if (key.limit != RoomLimit::supply) return {};
    switch (key.supply) {
    case SupplyKind::ups: return "supply.ups";
    case SupplyKind::generator: return "supply.generator";
    case SupplyKind::transformer: return "supply.transformer";
    case SupplyKind::switchgear: return "supply.switchgear";
    case SupplyKind::pdu: return "supply.pdu";
    default: return {};
    }
}

/// What lead_times() has a thing wait for: its own kind, else the space or the capacity that it comes with.
std::optional<LeadItem> lead_among(const std::vector<LeadItem>& items, std::string_view what) {
    for (const std::string_view each :
         {what, std::string_view("colocation"), std::string_view("reserved-cloud"),
          std::string_view("on-demand-cloud")})
        if (const auto found = std::ranges::find(items, each, &LeadItem::what); found != items.end())
            return *found;
    return std::nullopt;
}

/// Places and units that are drawn wait as the scenario does; more than is drawn, by the list.
void add_lead(RoomPurchase& out, const RoomRow& row, const LeadTimes& lead, const PriceList& prices) {
    const std::string_view what = lead_of(row.need.key);
    if (what == "building" || !row.is_short()) out.lead = lead_among(lead.items, what);
    if (out.lead || !row.is_short()) return;
    if (const PriceRow* listed = find_price(prices.lead_times, what))
        out.lead = LeadItem{std::string(what), listed->band, listed->status,
                            fmt::format("{} ({})", listed->source, listed->date)};
}

/// The price of the space has what is bought of this part.
bool comes_with_space(const Capital& capital, std::string_view part) {
    return std::ranges::any_of(capital.rows, [part](const CapitalRow& row) {
        return row.part == part && row.procurement == Procurement::buy && row.with_space;
    });
}

/// $ of `count` more of a drawn unit.
void add_price(RoomPurchase& out, const RoomRow& of, const Element& unit, const Scenario& scenario,
               const Catalog& catalog, const PriceList& prices) {
    const Part* part = drawn_part(unit, catalog);
    const auto capital = capital_of(scenario.cluster, scenario.site, catalog, prices);
    if (of.is_new() && capital && part && comes_with_space(*capital, part->id)) {
        out.price = PriceBand{};
        out.status = Status::derived;
        out.source = "comes with the space";
        return;
    }
    const bool has_own = part && part->value("price").has_value();
    if (const PriceRow* row = has_own ? nullptr : find_price(prices.classes, class_of(of.need.key))) {
        out.price = row->band * (out.amount / 1e3);
        out.basis = PriceBasis::estimate;
        out.status = row->status;
        out.source = fmt::format("{} ({})", row->source, row->date);
        return;
    }
    if (!capital || !part) return;
    for (const CapitalRow& row : capital->rows) {
        if (row.part != part->id || row.basis == PriceBasis::none || !(row.count > 0)) continue;
        out.price = row.price * (out.count / row.count);
        out.basis = row.basis;
        out.status = row.status;
        out.source = row.source;
        return;
    }
}

/// The fewest more, in each of its containers, that carry what is drawn; 0: no number does.
Result<int> enough(const RoomSolver& probe, const RoomKey& key, double first) {
    constexpr int most = 100'000;
    int low = 0, high = std::max(1, static_cast<int>(std::min<double>(most, std::ceil(first))));
    const auto carries = [&](int more) -> Result<bool> {
        const auto fill = probe.fill(probe.with_units(key.id, more));
        if (!fill) return tl::unexpected(fill.error());
        const RoomNeed* need = fill->find(key);
        return need && need->carries();
    };
    for (bool done = false; !done; high *= 2) {
        const auto ok = carries(high);
        if (!ok) return tl::unexpected(ok.error());
        done = *ok;
        if (done) break;
        low = high;
        if (high >= most) return 0;
    }
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        const auto ok = carries(middle);
        if (!ok) return tl::unexpected(ok.error());
        (*ok ? high : low) = middle;
    }
    return high;
}

} // namespace

Result<RoomPurchase> room_purchase(const RoomSolver& probe, const Scenario& scenario, const Catalog& catalog,
                                   const RoomRow& row, const LeadTimes& lead, const PriceList& prices) {
    RoomPurchase out;
    const RoomKey& key = row.need.key;
    out.amount = row.need.need - *row.need.have;
    add_lead(out, row, lead, prices);
    const Element* unit = scenario.cluster.find(key.id);
    if (!unit) {
        out.name = key.limit == RoomLimit::grid ? std::string(label_of_lead("power"))
                                                : std::string(label_of(key.limit));
        return out;
    }
    const Part* part = drawn_part(*unit, catalog);
    out.name = part ? part->name : unit->id;
    const double instances = row.need.instances, apart = instances / std::max(1, unit->count);
    const double each = *row.need.have / instances;
    const auto more = enough(probe, key, each > 0 ? out.amount / each / apart : 1);
    if (!more) return tl::unexpected(more.error());
    out.suffices = *more > 0;
    if (!out.suffices) return out;
    out.count = *more * apart;
    out.amount = out.count * each;
    add_price(out, row, *unit, scenario, catalog, prices);
    return out;
}

RoomPurchase with_drawn_units(std::optional<RoomPurchase> more, const Scenario& scenario,
                              const Catalog& catalog, const RoomRow& row, const LeadTimes& lead,
                              const PriceList& prices) {
    RoomPurchase out;
    const RoomKey& key = row.need.key;
    add_lead(out, row, lead, prices);
    const Element* unit = scenario.cluster.find(key.id);
    if (!unit) return more.value_or(out);
    const Part* part = drawn_part(*unit, catalog);
    out.name = part ? part->name : unit->id;
    const double each = row.need.have.value_or(0) / row.need.instances;
    out.count = row.need.instances + (more ? more->count : 0);
    out.amount = out.count * each;
    out.suffices = !more || more->suffices;
    add_price(out, row, *unit, scenario, catalog, prices);
    return out;
}

} // namespace roofrack
