// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/bought_racks.h"

#include "core/drawing/bill/procurement.h"
#include "core/drawing/element_index.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

bool is_place(ElementKind kind) {
    return kind == ElementKind::site || kind == ElementKind::room || kind == ElementKind::row ||
           kind == ElementKind::pod;
}

const Element* switch_at(const ElementIndex& index, const std::string& id) {
    const Element* const out = index.find(id);
    return out && out->kind == ElementKind::switch_ ? out : nullptr;
}

void move_cables(Cluster& cluster, const std::set<std::string, std::less<>>& gone) {
    const ElementIndex index(cluster);
    const std::vector<Link> links = cluster.links;
    for (const Link& lost : links) {
        const Element* const from = switch_at(index, lost.from);
        const Element* const to = switch_at(index, lost.to);
        if (!from || !to || lost.pattern != LinkPattern::mesh || gone.contains(lost.from) ||
            !gone.contains(lost.to))
            continue;
        const auto other = std::ranges::find_if(cluster.links, [&](const Link& link) {
            const Element* const end = switch_at(index, link.to);
            return link.from == lost.from && link.pattern == LinkPattern::mesh && end &&
                   !gone.contains(link.to) && end->tier == to->tier && end->parent == to->parent;
        });
        if (other == cluster.links.end()) continue;
        const double more = static_cast<double>(lost.count) * to->count / index.find(other->to)->count;
        if (more == std::floor(more) && more < 1e6) other->count += static_cast<int>(more);
    }
}

} // namespace

bool adds_racks(const Cluster& cluster) {
    if (!says_procurement(cluster)) return false;
    const ElementIndex index(cluster);
    const std::vector<Procurement> procurements = procurements_of(cluster);
    const std::vector<double> there = owned_shares_of(cluster);
    for (size_t i = 0; i < cluster.elements.size(); ++i) {
        const Element& each = cluster.elements[i];
        const Element* const around = index.find(each.parent);
        const bool stands_alone =
            each.kind == ElementKind::server && !(around && around->kind == ElementKind::rack);
        if (each.kind != ElementKind::rack && !stands_alone) continue;
        if (procurements[i] != Procurement::sell && there[i] < 1 - 1e-9) return true;
    }
    return false;
}

double owned_instances_of(const Cluster& cluster, const std::vector<const Element*>& elements) {
    const ElementIndex index(cluster);
    const std::vector<double> there = owned_shares_of(cluster);
    double out = 0;
    for (const Element* each : elements) {
        double instances = each->count;
        for (const Element* at = index.find(each->parent); at; at = index.find(at->parent))
            instances *= at->count;
        out += instances * there[static_cast<size_t>(index.position(each->id))];
    }
    return out;
}

Cluster without_supply(Cluster cluster, const std::set<std::string, std::less<>>& gone) {
    if (gone.empty()) return cluster;
    move_cables(cluster, gone);
    std::set<std::string, std::less<>> bought;
    const std::vector<Procurement> procurements = procurements_of(cluster);
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (is_place(cluster.elements[i].kind) && procurements[i] == Procurement::buy)
            bought.insert(cluster.elements[i].id);
    std::erase_if(cluster.elements, [&](const Element& each) { return gone.contains(each.id); });
    for (bool more = true; more;) {
        std::set<std::string, std::less<>> filled;
        for (const Element& each : cluster.elements) filled.insert(each.parent);
        more = std::erase_if(cluster.elements, [&](const Element& each) {
                   return bought.contains(each.id) && !filled.contains(each.id);
               }) > 0;
    }
    const ElementIndex left(cluster);
    std::erase_if(cluster.links,
                  [&](const Link& link) { return !left.find(link.from) || !left.find(link.to); });
    return cluster;
}

} // namespace roofrack
