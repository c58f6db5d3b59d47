// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/rack_supply.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_power.h"
#include "core/base/units/saturated.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/ports.h"
#include "core/facility/facility.h"
#include "core/facility/facility_inputs.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/racks/bought_racks.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace roofrack {

namespace {

/// Racks, and servers that stand in none, in one instance of each container; all of them under the empty
/// name. What is sold is gone, whether or not it is set aside.
RackSupply::RackCounts rack_counts(const Cluster& cluster) {
    RackSupply::RackCounts out;
    const ElementIndex index(cluster);
    const std::vector<Procurement> procurements = procurements_of(cluster);
    out[{}] = 0;
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& each = cluster.elements[i];
        if (procurements[i] == Procurement::sell) continue;
        const Element* const around = index.find(each.parent);
        const bool stands_alone =
            each.kind == ElementKind::server && !(around && around->kind == ElementKind::rack);
        if (each.kind != ElementKind::rack && !stands_alone) continue;
        double count = each.count;
        for (const Element* at = around; at; at = index.find(at->parent)) {
            out[at->id] += count;
            count *= at->count;
        }
        out[{}] += count;
    }
    return out;
}

/// Instances of the containers around an element.
double containers_of(const ElementIndex& index, const Element& element) {
    double out = 1;
    for (const Element* at = index.find(element.parent); at; at = index.find(at->parent)) out *= at->count;
    return out;
}

bool is_in_rack(const ElementIndex& index, const Element& element) {
    for (const Element* at = index.find(element.parent); at; at = index.find(at->parent))
        if (at->kind == ElementKind::rack) return true;
    return false;
}

/// W of the storage that stands in no rack.
double storage_beside_racks(const Cluster& cluster, const Catalog& catalog) {
    const ElementIndex index(cluster);
    double out = 0;
    for (const Element& each : cluster.elements)
        if (each.kind == ElementKind::storage && !is_in_rack(index, each))
            out += each.count * containers_of(index, each) *
                   storage_power(drawn_part(each, catalog), catalog.defaults().power);
    return out;
}

/// Cables of a mesh to another number of switches: each that is cabled to them keeps its number, as far as
/// they divide it. More switches never leave it fewer cables, fewer switches never more.
void keep_cables(Link& link, const std::vector<Element>& before, const std::vector<Element>& after) {
    if (link.pattern != LinkPattern::mesh || link.from == link.to) return;
    const auto to = std::ranges::find(before, link.to, &Element::id);
    if (to == before.end() || to->kind != ElementKind::switch_) return;
    const double was = to->count, now = after[static_cast<size_t>(to - before.begin())].count;
    if (was == now || now <= 0) return;
    const double cables = link.count * was / now,
                 whole = now > was ? std::ceil(cables - 1e-9) : std::floor(cables + 1e-9);
    link.count = std::max(1, saturated<int>(whole));
}

/// Switches of a group of rails, by their id, where they are whole groups as drawn: they come in such.
std::map<std::string, int, std::less<>> rails_of(const Cluster& cluster) {
    std::map<std::string, int, std::less<>> out;
    const ElementIndex index(cluster);
    for (const Link& link : cluster.links) {
        const Element* const to = link.pattern == LinkPattern::rail ? index.find(link.to) : nullptr;
        if (to && link.count > 0 && to->count % link.count == 0) out[link.to] = link.count;
    }
    return out;
}

/// Numbers of a switch to each of which whole cables lead, as many as were drawn: those from its number now
/// on upwards, then those below that are not fewer than drawn.
std::vector<int> evenly_cabled(const Cluster& cluster, const Cluster& drawn, size_t at) {
    constexpr int most_cables = 64;
    const Element& element = cluster.elements[at];
    const int now = element.count, before = drawn.elements[at].count;
    std::vector<int> above, below;
    for (const Link& link : drawn.links) {
        if (link.pattern != LinkPattern::mesh || link.to != element.id || link.from == link.to) continue;
        const double all = static_cast<double>(link.count) * before;
        for (int each = std::min(link.count, most_cables); each > 0; --each) {
            const int switches = saturated<int>(std::ceil(all / each - 1e-9));
            if (switches > now) above.push_back(switches);
            if (switches < now && switches >= before) below.push_back(switches);
        }
    }
    std::ranges::sort(above);
    std::ranges::sort(below, std::greater());
    above.insert(above.end(), below.begin(), below.end());
    return above;
}

/// Gives the links that lead to a switch the cables that they have where it is drawn so many times.
void cable_to(Cluster& cluster, const Cluster& drawn, const std::string& id) {
    for (size_t i = 0; i < cluster.links.size(); ++i) {
        Link& link = cluster.links[i];
        if (link.to != id || link.pattern != drawn.links[i].pattern) continue;
        link.count = drawn.links[i].count;
        keep_cables(link, drawn.elements, cluster.elements);
    }
}

/// A server with fewer cables to a network of its own for storage than that has switches then has all of them
/// to one of those: to each of them it would have more than drawn.
void spread_over_storage_switches(Cluster& cluster, const Cluster& drawn, const Catalog& catalog) {
    const auto table = PortTable::make(drawn, catalog);
    if (!table) return;
    for (const LinkEnds& ends : table->links()) {
        if (!table->is_storage(ends) || drawn.at(ends.from).kind != ElementKind::server ||
            drawn.at(ends.to).kind != ElementKind::switch_)
            continue;
        const Link& before = drawn.links[static_cast<size_t>(ends.link)];
        const double cables = static_cast<double>(before.count) * drawn.at(ends.to).count;
        if (before.pattern != LinkPattern::mesh || cables >= cluster.at(ends.to).count) continue;
        Link& link = cluster.links[static_cast<size_t>(ends.link)];
        link.pattern = LinkPattern::each;
        link.count = saturated<int>(cables);
    }
}

} // namespace

RackSupply::RackSupply(const Cluster& cluster, const Prepared& prepared, const Catalog& catalog)
    : m_catalog(&catalog)
    , m_racks(rack_counts(cluster))
    , m_adds_racks(adds_racks(cluster)) {
    for (const Link& link : cluster.links) m_linked.insert({link.from, link.to});
    for (const PortShortage& each : open_port_shortages(cluster, *m_catalog)) {
        double& most = m_short[cluster.at(each.element).id];
        most = std::max(most, each.share());
    }
    const FacilityInputs& facility = prepared.impl().facility->inputs();
    const double storage = std::min(storage_beside_racks(cluster, catalog), facility.unracked_power);
    for (const auto* units : {&facility.rack_feeds, &facility.air_coolers})
        for (const SharedCapacity& each : *units)
            if (each.capacity > 0 && each.capacity < no_limit)
                m_for_storage[each.id] = std::min(each.instances, each.unracked * storage / each.capacity);
}

Cluster RackSupply::without_idle_supply(const Cluster& cluster) const {
    if (!m_adds_racks) return cluster;
    const bool adds_none = !adds_racks(cluster);
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const RackCounts now = rack_counts(cluster);
    const ElementIndex index(cluster);
    std::set<std::string, std::less<>> linked, gone;
    for (const Link& link : cluster.links) linked.insert({link.from, link.to});
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& each = cluster.elements[i];
        if (procurements[i] != Procurement::buy || is_in_rack(index, each)) continue;
        const bool is_supply = each.kind == ElementKind::feed || each.kind == ElementKind::cooling;
        if (!is_supply && each.kind != ElementKind::switch_) continue;
        const auto storage = m_for_storage.find(each.id);
        if (is_supply && storage != m_for_storage.end() && storage->second > 0) continue;
        const bool was_around_racks = !each.parent.empty() && m_racks.contains(each.parent);
        const bool is_emptied = was_around_racks && !now.contains(each.parent);
        const bool is_left = is_supply && m_linked.contains(each.id) && !linked.contains(each.id);
        if (adds_none || is_emptied || is_left) gone.insert(each.id);
    }
    Cluster out = without_supply(cluster, gone);
    if (lacking_ports(out).empty()) return out;
    // The cables of what is gone do not fit to what stays.
    for (Link& link : out.links)
        if (const Link* const as_drawn = cluster.find_link(link.id)) link.count = as_drawn->count;
    return out;
}

Scenario RackSupply::followed(Scenario scenario, bool with_switches) const {
    scenario.cluster = without_idle_supply(scenario.cluster);
    const std::vector<Procurement> procurements = procurements_of(scenario.cluster);
    const ElementIndex index(scenario.cluster);
    const RackCounts now = rack_counts(scenario.cluster);
    const Cluster drawn = scenario.cluster;
    const auto rails = rails_of(drawn);
    const bool adds_none = m_adds_racks && !adds_racks(drawn);
    const auto ratio_in = [&](const std::string& container) {
        const auto before = m_racks.find(container), after = now.find(container);
        const bool has_own = before != m_racks.end() && after != now.end();
        return has_own ? after->second / before->second : now.at({}) / m_racks.at({});
    };
    for (size_t i = 0; i < scenario.cluster.elements.size(); ++i) {
        Element& each = scenario.cluster.elements[i];
        const bool follows = each.kind == ElementKind::feed || each.kind == ElementKind::cooling ||
                             (with_switches && each.kind == ElementKind::switch_);
        // What is there already stays; where that is a part of them, the others follow.
        const bool is_there = procurements[i] == Procurement::owned;
        const int least = is_there ? std::min(each.count, each.owned_count.value_or(each.count)) : 0;
        if (!follows || (is_there && least == each.count)) continue;
        if (is_in_rack(index, each)) continue; // it comes with the rack
        const auto known = m_for_storage.find(each.id);
        const double for_storage =
            known != m_for_storage.end() && each.kind != ElementKind::switch_
                ? std::min<double>(each.count, known->second / containers_of(index, each))
                : 0;
        const double count = for_storage + (each.count - for_storage) * ratio_in(each.parent);
        const auto group = rails.find(each.id);
        const int whole = group != rails.end() ? group->second : 1;
        const int wanted = std::max(1, saturated<int>(std::ceil(count / whole - 1e-9))) * whole;
        const bool is_idle = adds_none && least > 0 && for_storage == 0;
        each.count = is_idle ? least : std::max(least, wanted);
        if (each.count == least) each.owned_count.reset();
    }
    for (Link& link : scenario.cluster.links) keep_cables(link, drawn.elements, scenario.cluster.elements);
    if (with_switches) fit_ports(scenario.cluster, drawn);
    return scenario;
}

void RackSupply::fit_ports(Cluster& cluster, const Cluster& drawn) const {
    if (lacking_ports(cluster).empty()) return;
    spread_over_storage_switches(cluster, drawn, *m_catalog);
    std::vector<size_t> grown;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (cluster.elements[i].kind == ElementKind::switch_ &&
            cluster.elements[i].count != drawn.elements[i].count)
            grown.push_back(i);
    // From the servers upwards: a tier above carries the cables of those below.
    std::ranges::stable_sort(grown, {}, [&](size_t at) { return cluster.elements[at].tier.value_or(0); });
    constexpr int most_tried = 200;
    int tried = 0;
    // Whether some numbers of the switches from the k-th on leave no port too few. Numbers that do not are
    // taken back.
    const std::function<bool(size_t)> fits = [&](size_t k) {
        if (k == grown.size()) return ++tried <= most_tried && new_shortages(cluster).empty();
        Element& element = cluster.elements[grown[k]];
        const int in_proportion = element.count;
        if (fits(k + 1)) return true;
        for (const int count : evenly_cabled(cluster, drawn, grown[k])) {
            if (tried > most_tried) break;
            element.count = count;
            cable_to(cluster, drawn, element.id);
            if (fits(k + 1)) return true;
            element.count = in_proportion;
        }
        cable_to(cluster, drawn, element.id);
        return false;
    };
    fits(0);
}

std::vector<PortShortage> RackSupply::new_shortages(const Cluster& cluster) const {
    std::vector<PortShortage> out = open_port_shortages(cluster, *m_catalog);
    std::erase_if(out, [&](const PortShortage& each) {
        const auto before = m_short.find(cluster.at(each.element).id);
        return before != m_short.end() && each.share() <= before->second * (1 + 1e-9);
    });
    return out;
}

std::string RackSupply::lacking_ports(const Cluster& cluster) const {
    const std::vector<PortShortage> all = new_shortages(cluster);
    if (all.empty()) return {};
    return shortage_text(all.front(), title(cluster.at(all.front().element)));
}

} // namespace roofrack
