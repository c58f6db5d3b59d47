// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/bill/procurement.h"

#include "core/drawing/name_index.h"
#include "core/drawing/ports.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace roofrack {

namespace {

/// The containers of a drawing that may be broken: a parent that is missing or its own counts as none.
class Parents {
public:
    explicit Parents(const Cluster& cluster)
        : m_cluster(cluster) {
        NameIndex index(cluster.elements.size());
        for (const Element& element : cluster.elements) index.add(element.id);
        for (const Element& element : cluster.elements)
            m_parents.push_back(element.parent.empty() ? -1 : index.position(element.parent));
    }

    int of(int element) const { return m_parents[static_cast<size_t>(element)]; }

    /// From the element itself to the outermost container.
    template<class Visit>
    void each_up(int element, Visit visit) const {
        size_t steps = 0;
        for (int at = element; at >= 0 && steps <= m_parents.size(); at = of(at), ++steps)
            if (!visit(m_cluster.at(at))) return;
    }

private:
    const Cluster& m_cluster;
    std::vector<int> m_parents;
};

/// Bought as a part of its own.
bool is_part(ElementKind kind) { return part_kind_of(kind).has_value(); }

int size_of(const Cluster& cluster) { return static_cast<int>(cluster.elements.size()); }

Procurement procurement_at(const Parents& parents, int element) {
    Procurement nearest = Procurement::inherited;
    bool is_sold = false;
    parents.each_up(element, [&](const Element& at) {
        if (nearest == Procurement::inherited) nearest = at.procurement;
        is_sold = is_sold || at.procurement == Procurement::sell;
        return true;
    });
    if (is_sold) return Procurement::sell;
    return nearest == Procurement::inherited ? Procurement::buy : nearest;
}

/// It fills racks, or is one, or is plant of a hall.
bool takes_space(ElementKind kind) { return kind == ElementKind::rack || is_part(kind); }

/// The nearest room or site around that says whether it is there; null: none does.
const Element* house_of(const Parents& parents, int element) {
    const Element* out = nullptr;
    parents.each_up(element, [&](const Element& at) {
        const bool is_house = at.kind == ElementKind::room || at.kind == ElementKind::site;
        if (is_house && at.procurement != Procurement::inherited) out = &at;
        return !out;
    });
    return out;
}

/// Its own share of what is owned.
double owned_part(const Element& element) {
    if (!element.owned_count || element.count < 1) return 1;
    return std::clamp(static_cast<double>(*element.owned_count) / element.count, 0.0, 1.0);
}

/// Up to the element that says that it is owned.
double owned_share(const Parents& parents, int element) {
    double out = 1;
    parents.each_up(element, [&](const Element& at) {
        out *= owned_part(at);
        return at.procurement == Procurement::inherited;
    });
    return out;
}

/// The cables of meshes that are laid like `like`, at one instance of an element. What is sold has left
/// before the others are drawn: its cables count at what is sold alone.
double mesh_cables_at(const Cluster& cluster, const Containment& containment,
                      const std::vector<Procurement>& procurements, int element, const Link& like) {
    const auto is_sold = [&](int each) {
        return procurements[static_cast<size_t>(each)] == Procurement::sell;
    };
    double out = 0;
    for (const Link& link : cluster.links) {
        if (link.pattern != LinkPattern::mesh || link.bandwidth != like.bandwidth || link.cable != like.cable)
            continue;
        const auto ends = link_ends(cluster, containment, link, 0);
        if (!ends || (ends->from != element && ends->to != element)) continue;
        if (is_sold(element) || !is_sold(ends->other(element))) out += ends->at(element);
    }
    return out;
}

/// Links from the servers: 0 at them, 1 at the switches above them.
int tier_of(const PortTable& table, int element) {
    const SwitchPorts* const ports = table.switch_ports(element);
    return ports ? ports->tier : 0;
}

/// Cables of a mesh that lead to what is bought lead to what is there until that comes: what stands nearer to
/// the servers keeps as many as it has in `drawn`, as far as the switches above it have ports for them.
void lay_meshes_of_today(const Cluster& drawn, Cluster& today, const Catalog& catalog) {
    const auto then = Containment::make(drawn);
    if (!then) return;
    const std::vector<Procurement> procurements = procurements_of(drawn);
    const std::vector<Procurement> all_there(today.elements.size(), Procurement::owned);
    std::optional<PortTable> table; ///< as `today` is; none: a link of it has changed since
    for (Link& link : today.links) {
        if (link.pattern != LinkPattern::mesh) continue;
        if (!table) {
            auto made = PortTable::make(today, catalog);
            if (!made) return;
            table = std::move(*made);
        }
        const auto ends = link_ends(today, table->containment(), link, 0);
        if (!ends || ends->kind != LinkKind::network) continue;
        const auto more_at = [&](int end) {
            const int as_drawn = then->index(today.at(end).id);
            const double lost = mesh_cables_at(drawn, *then, procurements, as_drawn, link) -
                                mesh_cables_at(today, table->containment(), all_there, end, link);
            const Ports* const ports = table->ports(end, PortRole::network);
            const auto free = ports ? ports->free() : std::nullopt;
            const bool is_above = tier_of(*table, end) > tier_of(*table, ends->other(end));
            const double room = is_above && free ? *free : std::min(lost, free.value_or(lost));
            return ends->at(end) > 0 ? room * link.count / ends->at(end) : 0.0;
        };
        const double more = std::min(more_at(ends->from), more_at(ends->to));
        constexpr double slack = 1e-9;
        if (!(more + slack >= 1)) continue;
        link.count += static_cast<int>(more + slack);
        table.reset();
    }
}

/// What was `before` is so where it inherits to be `then`, but for what stands in something that is sold.
void keep(Element& element, Procurement before, Procurement then) {
    if (element.procurement == Procurement::inherited && then != before && then != Procurement::sell)
        element.procurement = before;
}

std::set<std::string, std::less<>> ids_of(const std::vector<Element>& elements) {
    std::set<std::string, std::less<>> out;
    for (const Element& element : elements) out.insert(element.id);
    return out;
}

} // namespace

std::vector<Procurement> procurements_of(const Cluster& cluster) {
    if (!says_procurement(cluster)) return std::vector(cluster.elements.size(), Procurement::buy);
    const Parents parents(cluster);
    std::vector<Procurement> out;
    for (int i = 0; i < size_of(cluster); ++i) out.push_back(procurement_at(parents, i));
    return out;
}

std::vector<double> owned_shares_of(const Cluster& cluster) {
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const Parents parents(cluster);
    std::vector<double> out;
    for (int i = 0; i < size_of(cluster); ++i)
        out.push_back(procurements[static_cast<size_t>(i)] == Procurement::owned ? owned_share(parents, i)
                                                                                 : 0);
    return out;
}

bool says_procurement(const Cluster& cluster) {
    const auto says = [](const Element& element) { return element.procurement != Procurement::inherited; };
    return std::ranges::any_of(cluster.elements, says) || !cluster.sold.empty();
}

void keep_procurement(const Cluster& cluster, std::vector<Element>& moved) {
    if (!says_procurement(cluster)) return;
    Cluster after = cluster;
    std::map<std::string_view, size_t> positions; // by id, in `cluster`
    for (size_t i = 0; i < cluster.elements.size(); ++i) positions.emplace(cluster.elements[i].id, i);
    for (const Element& each : moved)
        if (const auto at = positions.find(each.id); at != positions.end())
            after.elements[at->second].parent = each.parent;
    const std::vector<Procurement> was = procurements_of(cluster), is = procurements_of(after);
    for (Element& each : moved) {
        const auto at = positions.find(each.id);
        if (at == positions.end() || each.kind == ElementKind::note) continue;
        keep(each, was[at->second], is[at->second]);
    }
}

void keep_procurement(const Cluster& cluster, std::vector<Element>& added,
                      const std::vector<Procurement>& was) {
    Cluster after = cluster;
    after.elements.insert(after.elements.end(), added.begin(), added.end());
    const std::vector<Procurement> is = procurements_of(after);
    const auto ids = ids_of(added);
    for (size_t i = 0; i < added.size(); ++i)
        if (!ids.contains(added[i].parent) && added[i].kind != ElementKind::note)
            keep(added[i], was[i], is[cluster.elements.size() + i]);
}

bool has_sold(const Cluster& cluster) {
    return std::ranges::find(cluster.elements, Procurement::sell, &Element::procurement) !=
           cluster.elements.end();
}

void set_sold_aside(Cluster& cluster) {
    if (!has_sold(cluster)) return;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    std::vector<Element> kept;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        (procurements[i] == Procurement::sell ? cluster.sold : kept)
            .push_back(std::move(cluster.elements[i]));
    cluster.elements = std::move(kept);
    const auto sold = ids_of(cluster.sold);
    std::vector<Link> links;
    for (Link& link : cluster.links)
        (sold.contains(link.from) || sold.contains(link.to) ? cluster.sold_links : links)
            .push_back(std::move(link));
    cluster.links = std::move(links);
}

void put_sold_back(Cluster& cluster) {
    std::ranges::move(cluster.sold, std::back_inserter(cluster.elements));
    std::ranges::move(cluster.sold_links, std::back_inserter(cluster.links));
    cluster.sold.clear();
    cluster.sold_links.clear();
}

Cluster cluster_of_today(Cluster cluster, const Catalog& catalog) {
    put_sold_back(cluster);
    const Cluster drawn = cluster;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const Parents parents(cluster);
    std::set<std::string, std::less<>> kept_ids;
    const auto is_there = [&](size_t i) {
        return procurements[i] != Procurement::buy && is_part(cluster.elements[i].kind);
    };
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        Element& element = cluster.elements[i];
        if (procurements[i] == Procurement::owned && element.owned_count)
            element.count = std::min(element.count, *element.owned_count);
        element.owned_count.reset();
    }
    for (int i = 0; i < size_of(cluster); ++i)
        if (is_there(static_cast<size_t>(i)))
            parents.each_up(i, [&](const Element& at) { return kept_ids.insert(at.id).second; });
    std::erase_if(cluster.elements, [&](const Element& each) { return !kept_ids.contains(each.id); });
    std::erase_if(cluster.links, [&](const Link& link) {
        return !kept_ids.contains(link.from) || !kept_ids.contains(link.to);
    });
    lay_meshes_of_today(drawn, cluster, catalog);
    for (Element& element : cluster.elements) {
        element.procurement = Procurement::owned;
        element.sale_price.reset();
    }
    return cluster;
}

std::vector<Sale> sales_of(const Cluster& drawn) {
    std::vector<Sale> out;
    if (!has_sold(drawn) && drawn.sold.empty()) return out;
    Cluster cluster = drawn;
    put_sold_back(cluster);
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const Parents parents(cluster);
    for (int i = 0; i < size_of(cluster); ++i) {
        const Element& element = cluster.at(i);
        if (procurements[static_cast<size_t>(i)] != Procurement::sell) continue;
        bool with_container = false;
        parents.each_up(parents.of(i), [&](const Element& at) {
            const bool is_sold =
                procurements[static_cast<size_t>(&at - cluster.elements.data())] == Procurement::sell;
            with_container = with_container || (is_sold && at.sale_price.has_value());
            return true;
        });
        if (with_container || (!element.sale_price && !is_part(element.kind))) continue;
        // A price below 0 is a mistake that a finding names: what it brings is not known.
        const bool is_known = element.sale_price && *element.sale_price >= 0;
        out.push_back({element.id, title(element), cluster.instances(element),
                       is_known ? element.sale_price : std::nullopt});
    }
    return out;
}

std::set<std::string, std::less<>> housed_in_rooms(const Cluster& cluster, bool has_room) {
    std::set<std::string, std::less<>> out;
    if (!says_procurement(cluster)) return out;
    const Parents parents(cluster);
    for (int i = 0; i < size_of(cluster); ++i) {
        const Element& element = cluster.at(i);
        if (!takes_space(element.kind)) continue;
        bool is_in_drawn = false;
        parents.each_up(i, [&](const Element& at) {
            is_in_drawn = is_in_drawn || at.kind == ElementKind::room;
            return true;
        });
        const Element* const house = house_of(parents, i);
        if (house ? house->procurement == Procurement::owned : has_room && !is_in_drawn)
            out.insert(element.id);
    }
    return out;
}

HousedShares housed_shares(const Cluster& cluster, const std::set<std::string, std::less<>>& in_rooms) {
    HousedShares out;
    if (!says_procurement(cluster)) return out;
    const Parents parents(cluster);
    const std::vector<double> there = owned_shares_of(cluster);
    for (int i = 0; i < size_of(cluster); ++i) {
        const Element& element = cluster.at(i);
        if (!takes_space(element.kind)) continue;
        if (in_rooms.contains(element.id)) {
            out.emplace(element.id, 1);
            continue;
        }
        if (house_of(parents, i)) continue; // it is bought, or sold
        int place = i;
        for (int at = i, steps = 0; at >= 0 && steps <= size_of(cluster); at = parents.of(at), ++steps)
            if (cluster.at(at).kind == ElementKind::rack) place = at;
        if (const double share = there[static_cast<size_t>(place)]; share > 0) out.emplace(element.id, share);
    }
    return out;
}

bool buys_outside_of(const Cluster& cluster, const HousedShares& housed) {
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const std::vector<double> there = owned_shares_of(cluster);
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& element = cluster.elements[i];
        const bool is_bought =
            procurements[i] == Procurement::buy || (procurements[i] == Procurement::owned && there[i] < 1);
        if ((element.kind != ElementKind::rack && element.kind != ElementKind::server) || !is_bought)
            continue;
        const auto share = housed.find(element.id);
        if (share == housed.end() || share->second < 1) return true;
    }
    return false;
}

} // namespace roofrack
