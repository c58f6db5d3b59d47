// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/bill/bill_of_materials.h"

#include "core/base/catalog/announced.h"
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/units/bit_rate_text.h"
#include "core/drawing/cables/cable_parts.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/network/fabric_network.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/drawing/own_accelerator.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <string>
#include <tuple>

namespace roofrack {

namespace {

std::optional<BillGroup> group_of(ElementKind kind) {
    switch (kind) {
    case ElementKind::server: return BillGroup::server;
    case ElementKind::switch_: return BillGroup::switch_;
    case ElementKind::storage: return BillGroup::storage;
    case ElementKind::rack: return BillGroup::rack;
    case ElementKind::feed: return BillGroup::feed;
    case ElementKind::cooling: return BillGroup::cooling;
    default: return std::nullopt;
    }
}

bool draws_power(BillGroup group) { return group != BillGroup::rack && group != BillGroup::feed; }

void take_power(BillRow& row, const SourcedValue* figure, double pieces) {
    if (!figure || !figure->value) return;
    row.power = row.power.value_or(0) + *figure->value * pieces;
    row.power_status = figure->status;
    row.power_source = figure->source.empty() ? figure->note : figure->source;
}

const SourcedValue* figure_of(const Part& part, std::string_view key) {
    const auto it = part.figures.find(key);
    return it == part.figures.end() ? nullptr : &it->second;
}

void sort_rows(std::vector<BillRow>& rows) {
    std::ranges::stable_sort(rows, [](const BillRow& a, const BillRow& b) {
        const auto key = [](const BillRow& row) {
            const bool cable = row.group == BillGroup::cable;
            return std::tuple(row.group, -row.tier, cable ? std::string_view(row.name) : "",
                              row.length.value_or(0), row.procurement);
        };
        return key(a) < key(b);
    });
}

class Writer {
public:
    explicit Writer(const ResolvedDrawing& drawing)
        : m_drawing(drawing)
        , m_cluster(drawing.cluster())
        , m_containment(drawing.containment())
        , m_catalog(drawing.catalog())
        , m_tiers(m_cluster.elements.size())
        , m_procurements(procurements_of(m_cluster))
        , m_there(owned_shares_of(m_cluster))
        , m_cables(m_catalog) {
        for (const Sale& sale : sales_of(m_cluster))
            if (sale.price) m_sale_prices.emplace(sale.id, *sale.price);
    }

    BillOfMaterials write() {
        read_tiers();
        for (size_t i = 0; i < m_cluster.elements.size(); ++i) add_element(static_cast<int>(i));
        m_bill.links = cabling(m_cluster, m_containment, m_catalog);
        for (const LinkCabling& link : m_bill.links) add_cables(link);
        sort_rows(m_bill.rows);
        add_up();
        return std::move(m_bill);
    }

private:
    void read_tiers() {
        for (size_t i = 0; i < m_tiers.size(); ++i) m_tiers[i] = m_cluster.elements[i].tier.value_or(0);
        if (const auto& network = m_drawing.network())
            for (const NetworkNode& node : network->nodes)
                if (!node.server)
                    m_tiers[static_cast<size_t>(node.element)] =
                        std::max(node.tier, m_tiers[static_cast<size_t>(node.element)]);
    }

    /// The row of a part; parts with another name, definition or length, and switches of another tier, stand
    /// apart.
    BillRow& row(BillGroup group, int tier, const std::string& part, const std::string& name,
                 std::optional<double> length, const std::string& drawn, Procurement procurement,
                 const Part* definition = nullptr) {
        std::vector<size_t>& alike = m_rows[{group, tier, part, name, length, procurement}];
        const auto known = std::ranges::find_if(alike, [&](size_t each) {
            const Part* its = m_definitions[each];
            return its == definition || (its && definition && *its == *definition);
        });
        const size_t at = known == alike.end() ? m_bill.rows.size() : *known;
        if (known == alike.end()) {
            alike.push_back(at);
            BillRow made;
            made.group = group;
            made.tier = tier;
            made.part = part;
            made.name = name;
            made.length = length;
            made.procurement = procurement;
            made.unit = group == BillGroup::optic ? "module" : group == BillGroup::cable ? "cable" : "piece";
            m_bill.rows.push_back(std::move(made));
            m_definitions.push_back(definition);
        }
        BillRow& out = m_bill.rows[at];
        if (out.drawn.empty() || out.drawn.back() != drawn) out.drawn.push_back(drawn);
        return out;
    }

    void add_element(int index) {
        const Element& element = m_cluster.elements[static_cast<size_t>(index)];
        const auto group = group_of(element.kind);
        if (!group) return;
        const double count = m_containment.instances(index);
        const Procurement procurement = m_procurements[static_cast<size_t>(index)];
        if (procurement != Procurement::owned) return add_pieces(index, *group, procurement, count);
        const double there = std::round(count * m_there[static_cast<size_t>(index)]);
        if (there > 0 || count <= 0) add_pieces(index, *group, Procurement::owned, there);
        if (there < count) add_pieces(index, *group, Procurement::buy, count - there);
    }

    void add_pieces(int index, BillGroup group, Procurement procurement, double count) {
        const Element& element = m_cluster.elements[static_cast<size_t>(index)];
        const Part* part = drawn_part(element, m_catalog);
        const std::string name = part && !part->name.empty() ? part->name
                                 : !element.name.empty()     ? element.name
                                                             : element.id;
        BillRow& out = row(group, group == BillGroup::switch_ ? m_tiers[static_cast<size_t>(index)] : 0,
                           element.part.id, name, std::nullopt, element.id, procurement, part);
        out.count += count;
        if (part)
            out.announced = announced_text(
                *part, group == BillGroup::server ? named_accelerator(*part, m_catalog) : nullptr);
        const bool is_sold = procurement == Procurement::sell;
        if (const auto sale = m_sale_prices.find(element.id); is_sold && sale != m_sale_prices.end())
            out.sale = out.sale.value_or(0) + sale->second * count;
        if (element.kind == ElementKind::server && part && !is_sold)
            m_bill.totals.gpus += count * part->value_or("gpus", 0);
        if (!part) {
            out.note = element.part.id.empty() ? "no part is chosen" : "the catalogue has no such part";
            return;
        }
        take_power(out, figure_of(*part, power_figure(*part)), count);
        const SourcedValue* const price = figure_of(*part, "price");
        if (price && price->value) {
            out.price = out.price.value_or(0) + *price->value * count;
            out.price_status = price->status;
        } else if (price && is_settled(*price))
            out.note = "its base's price does not hold: " + price->source;
    }

    void add_cables(const LinkCabling& cabling) {
        const Link& link = m_cluster.links[static_cast<size_t>(cabling.link)];
        const Procurement procurement = of(link);
        const auto there = [&](const std::string& id) {
            return m_there[static_cast<size_t>(m_containment.index(id))];
        };
        const double share =
            procurement == Procurement::owned ? std::min(there(link.from), there(link.to)) : 1;
        if (share >= 1) return add_cables(cabling, procurement);
        // Whole cables of each length; the rest is bought.
        LinkCabling owned = cabling, bought = cabling;
        owned.count = std::floor(cabling.count * share + 1e-9);
        if (!cabling.sold.empty()) {
            owned.count = 0;
            for (auto& [length, count] : owned.sold) {
                count = std::floor(count * share + 1e-9);
                owned.count += count;
                bought.sold[length] -= count;
            }
        }
        bought.count -= owned.count;
        for (LinkCabling* each : {&owned, &bought})
            std::erase_if(each->sold, [](const auto& sold) { return sold.second <= 0; });
        add_cables(owned, Procurement::owned);
        add_cables(bought, Procurement::buy);
    }

    void add_cables(const LinkCabling& cabling, Procurement procurement) {
        const Link& link = m_cluster.links[static_cast<size_t>(cabling.link)];
        if (cabling.count <= 0) return; // a single switch joined to its equals has none
        if (cabling.sold.empty()) {
            BillRow& out = row(BillGroup::cable, 0, link.cable, cable_name(nullptr, cabling.rate),
                               std::nullopt, link.id, procurement);
            out.count += cabling.count;
            out.note = cabling.between_sites
                           ? "between sites: lines that are leased or laid, without a price here"
                           : "";
            return;
        }
        for (const auto& [length, count] : cabling.sold) {
            const Part* part = m_cables.of(link, cabling.rate, length);
            if (!part) {
                BillRow& out = row(BillGroup::cable, 0, link.cable, cable_name(nullptr, cabling.rate), length,
                                   link.id, procurement);
                out.count += count;
                out.note = "the catalogue has no cable for it";
                continue;
            }
            add_cable(*part, length, count, cabling, procurement);
        }
    }

    Procurement of(const Link& link) const {
        const auto at = [&](const std::string& id) {
            const int index = m_containment.index(id);
            return index < 0 ? Procurement::buy : m_procurements[static_cast<size_t>(index)];
        };
        return cable_procurement(at(link.from), at(link.to));
    }

    static std::string split_note(ByteRate port) {
        return fmt::format("ports of {} are split: with breakouts fewer pieces do", format_bit_rate(port));
    }

    void add_cable(const Part& part, double length, double count, const LinkCabling& cabling,
                   Procurement procurement) {
        const Link& link = m_cluster.links[static_cast<size_t>(cabling.link)];
        const bool fibre = part.text_or("medium", "") == "fibre";
        const SourcedValue* power = figure_of(part, "power_per_end");
        const SourcedValue* price = figure_of(part, "price");
        const double metres = part.value_or("price_per_metre", 0) * length;
        if (fibre) add_optics(part, count, cabling, procurement);
        BillRow& cable =
            row(BillGroup::cable, 0, part.id, cable_name(&part, cabling.rate), length, link.id, procurement);
        cable.count += count;
        if (!fibre) cable.announced = announced_text(part, nullptr);
        if (length > part.value_or("length_max", length))
            cable.note = "longer than the part reaches";
        else if (cabling.split)
            cable.note = split_note(*cabling.split);
        if (fibre) {
            cable.power = 0; // glass
            cable.power_status = Status::derived;
            cable.power_source = "the light comes from the optics";
            if (metres > 0) {
                cable.price = cable.price.value_or(0) + metres * count;
                cable.price_status = figure_of(part, "price_per_metre")->status;
            }
            return;
        }
        take_power(cable, power, 2 * count);
        if (price && price->value) {
            cable.price = cable.price.value_or(0) + (*price->value + metres) * count;
            cable.price_status = price->status;
        }
    }

    /// The two modules of each cable.
    void add_optics(const Part& part, double count, const LinkCabling& cabling, Procurement procurement) {
        const Link& link = m_cluster.links[static_cast<size_t>(cabling.link)];
        BillRow& optic = row(BillGroup::optic, 0, part.id, part.name, std::nullopt, link.id, procurement);
        optic.count += 2 * count;
        optic.announced = announced_text(part, nullptr);
        if (cabling.split) optic.note = split_note(*cabling.split);
        take_power(optic, figure_of(part, "power_per_end"), 2 * count);
        if (const SourcedValue* price = figure_of(part, "price");
            price && price->value) { // the price of a pair
            optic.price = optic.price.value_or(0) + *price->value * count;
            optic.price_status = price->status;
        }
    }

    void add_up() {
        BillTotals& totals = m_bill.totals;
        for (const BillRow& row : m_bill.rows) {
            if (row.procurement == Procurement::sell) continue;
            switch (row.group) {
            case BillGroup::server: totals.servers += row.count; break;
            case BillGroup::switch_: totals.switches += row.count; break;
            case BillGroup::optic: totals.optics += row.count; break;
            case BillGroup::cable:
                totals.cables += row.count;
                totals.cable_length += row.count * row.length.value_or(0);
                break;
            default: break;
            }
            if (draws_power(row.group)) {
                double& sum = row.group == BillGroup::cooling ? totals.cooling_power : totals.it_power;
                sum += row.power.value_or(0);
                if (!row.power) totals.without_power.push_back(row.name);
            }
            totals.price += row.price.value_or(0);
            if (!row.price) totals.without_price.push_back(row.name);
        }
    }

    const ResolvedDrawing& m_drawing;
    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    std::vector<int> m_tiers;
    std::vector<Procurement> m_procurements;
    std::vector<double> m_there;                 ///< owned_shares_of()
    std::map<std::string, double> m_sale_prices; ///< $ of one, by element: those that sales_of() counts
    std::vector<const Part*> m_definitions;      ///< definitions of each row; nullptr for cables
    using Key = std::tuple<BillGroup, int, std::string, std::string, std::optional<double>, Procurement>;
    std::map<Key, std::vector<size_t>> m_rows; ///< those that differ in their definitions only
    CableParts m_cables;
    BillOfMaterials m_bill;
};

} // namespace

std::string_view name_of(BillGroup group) {
    switch (group) {
    case BillGroup::server: return "server";
    case BillGroup::switch_: return "switch";
    case BillGroup::optic: return "optic";
    case BillGroup::cable: return "cable";
    case BillGroup::storage: return "storage";
    case BillGroup::rack: return "rack";
    case BillGroup::feed: return "feed";
    case BillGroup::cooling: break;
    }
    return "cooling";
}

namespace {

/// What stays as if nothing else were drawn, since lengths go by where things stand; with the rows of what is
/// sold.
Result<BillOfMaterials> bill_with_sold(const Cluster& cluster, const Catalog& catalog) {
    Cluster kept = cluster;
    set_sold_aside(kept);
    const auto all = ResolvedDrawing::make(cluster, catalog), stays = ResolvedDrawing::make(kept, catalog);
    if (!all) return tl::unexpected(all.error());
    if (!stays) return tl::unexpected(stays.error());
    BillOfMaterials out = bill_of_materials(*stays);
    const auto place_of = [&](const std::string& link) {
        return static_cast<int>(std::ranges::find(cluster.links, link, &Link::id) - cluster.links.begin());
    };
    for (LinkCabling& cabling : out.links)
        cabling.link = place_of(kept.links[static_cast<size_t>(cabling.link)].id);
    BillOfMaterials whole = bill_of_materials(*all);
    for (BillRow& row : whole.rows)
        if (row.procurement == Procurement::sell) out.rows.push_back(std::move(row));
    for (LinkCabling& cabling : whole.links)
        if (!kept.find_link(cluster.links[static_cast<size_t>(cabling.link)].id))
            out.links.push_back(std::move(cabling));
    std::ranges::stable_sort(out.links, {}, &LinkCabling::link);
    sort_rows(out.rows);
    return out;
}

} // namespace

Result<BillOfMaterials> bill_of_materials(const Cluster& cluster, const Catalog& catalog) {
    if (has_sold(cluster)) return bill_with_sold(cluster, catalog);
    const auto drawing = ResolvedDrawing::make(cluster, catalog);
    if (!drawing) return tl::unexpected(drawing.error());
    return bill_of_materials(*drawing);
}

BillOfMaterials bill_of_materials(const ResolvedDrawing& drawing) { return Writer(drawing).write(); }

const char* power_figure(const Part& part) {
    switch (part.kind) {
    case PartKind::server: return "max_power";
    case PartKind::switch_: return part.value("typical_power") ? "typical_power" : "max_power";
    case PartKind::storage: return "power";
    case PartKind::cooling: return "own_power";
    default: return "";
    }
}

} // namespace roofrack
