// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/drawing_changes.h"

#include "core/drawing/element_index.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace roofrack {

namespace {

bool is_network(ElementKind kind) { return kind == ElementKind::switch_ || kind == ElementKind::storage; }
bool is_supply(ElementKind kind) { return kind == ElementKind::feed || kind == ElementKind::cooling; }
/// Containers and servers, to which everything else is attached.
bool is_skeleton(ElementKind kind) { return is_container(kind) || kind == ElementKind::server; }

bool has_skeleton_of(const ElementIndex& own, const Cluster& other) {
    return std::ranges::all_of(other.elements, [&](const Element& each) {
        const Element* twin = own.find(each.id);
        if (!twin) return !is_skeleton(each.kind);
        return twin->kind == each.kind && (!is_skeleton(each.kind) || twin->parent == each.parent);
    });
}

/// Whether a link brings power or cooling; nullopt if an end is missing from this drawing, or if the link
/// joins network and supply and one end exists in only one of the drawings.
std::optional<bool> is_supply_link(const Link& link, const ElementIndex& this_drawing,
                                   const ElementIndex& other_drawing) {
    const Element *one = this_drawing.find(link.from), *other = this_drawing.find(link.to);
    if (!one || !other) return std::nullopt;
    if (!is_supply(one->kind) && !is_supply(other->kind)) return false;
    // A switch belongs to the network part, its feed to the supply part.
    const bool is_between = is_network(one->kind) || is_network(other->kind);
    if (is_between && !(other_drawing.find(one->id) && other_drawing.find(other->id))) return std::nullopt;
    return true;
}

/// The items of `one`, plus those only in `other` at their position there; items for which `keep` is false
/// are dropped.
template<class Item, class Keep>
std::vector<Item> merged(const std::vector<Item>& one, const std::vector<Item>& other, const Keep& keep) {
    NameIndex in_one(one.size());
    for (const Item& each : one) in_one.add(each.id);
    std::unordered_map<std::string_view, std::vector<const Item*>>
        after; // keyed by the id of the preceding item
    std::string_view last;
    for (const Item& each : other)
        if (in_one.position(each.id) >= 0)
            last = each.id;
        else
            after[last].push_back(&each);
    std::vector<Item> out;
    const auto append_after = [&](std::string_view id) {
        const auto others = after.find(id);
        if (others == after.end()) return;
        for (const Item* each : others->second)
            if (keep(*each)) out.push_back(*each);
    };
    append_after({});
    for (const Item& each : one) {
        if (keep(each)) out.push_back(each);
        append_after(each.id);
    }
    return out;
}

void take_server(Element& to, const Element& from) {
    to.part = from.part;
    to.gpu_power_cap = from.gpu_power_cap;
    to.speed = from.speed;
    to.slow_gpus = from.slow_gpus;
}

void take_container(Element& to, const Element& from) {
    to.part = from.part;
    to.power_limit = from.power_limit;
    to.cooling_limit = from.cooling_limit;
    to.supply = from.supply;
    to.air_supply_ratio = from.air_supply_ratio;
    to.containment = from.containment;
}

/// Whether no two elements and no two links have the same id.
bool ids_are_unique(const Cluster& cluster) {
    const auto are_unique = [](const auto& things) {
        NameIndex names(things.size());
        return std::ranges::all_of(things, [&](const auto& each) { return names.add(each.id); });
    };
    return are_unique(cluster.elements) && are_unique(cluster.links);
}

} // namespace

bool are_drawn_alike(const Cluster& from, const Cluster& to) {
    if (!ids_are_unique(from) || !ids_are_unique(to)) return false;
    const ElementIndex of_from(from), of_to(to);
    if (!has_skeleton_of(of_from, to) || !has_skeleton_of(of_to, from)) return false;
    for (const Link& each : from.links)
        if (!is_supply_link(each, of_from, of_to)) return false;
    size_t unchanged = 0;
    for (const Link& each : to.links) {
        const std::optional<bool> is_supply = is_supply_link(each, of_to, of_from);
        if (!is_supply) return false;
        const Link* twin = of_from.find_link(each.id);
        if (!twin) continue;
        if (is_supply_link(*twin, of_from, of_to) != is_supply) return false;
        unchanged += *twin == each;
    }
    for (const Element& each : to.elements) {
        const Element* twin = of_from.find(each.id);
        unchanged += twin && *twin == each;
    }
    // Two drawings of one template have the same ids too, but servers of one in the racks of the other are
    // nothing that anybody would build.
    const size_t drawn =
        std::max(from.elements.size() + from.links.size(), to.elements.size() + to.links.size());
    return 2 * unchanged >= drawn;
}

Cluster with_aspects_of(const Cluster& from, const Cluster& to, const DrawingAspects& aspects) {
    const ElementIndex of_from(from), of_to(to);
    const auto is_taken = [&](ElementKind kind) {
        return is_network(kind) ? aspects.network : is_supply(kind) ? aspects.supply : aspects.rest;
    };
    Cluster out = aspects.rest ? to : from;
    out.elements =
        merged(aspects.rest ? to.elements : from.elements, aspects.rest ? from.elements : to.elements,
               [&](const Element& each) {
                   return is_skeleton(each.kind) || (is_taken(each.kind) ? of_to : of_from).find(each.id);
               });
    for (Element& each : out.elements) {
        if (!is_skeleton(each.kind)) {
            each = *(is_taken(each.kind) ? of_to : of_from).find(each.id);
            continue;
        }
        const Element &old = *of_from.find(each.id), &other = *of_to.find(each.id);
        each.count = (aspects.counts ? other : old).count;
        each.procurement = (aspects.ownership ? other : old).procurement;
        each.owned_count = (aspects.ownership ? other : old).owned_count;
        each.sale_price = (aspects.ownership ? other : old).sale_price;
        if (each.kind == ElementKind::server)
            take_server(each, aspects.servers ? other : old);
        else
            take_container(each, aspects.supply ? other : old);
    }
    const auto twin_of = [&](const Link& each) {
        const Link* own = of_from.find_link(each.id);
        const bool is_supply =
            own ? *is_supply_link(*own, of_from, of_to) : *is_supply_link(each, of_to, of_from);
        return ((is_supply ? aspects.supply : aspects.network) ? of_to : of_from).find_link(each.id);
    };
    out.links = merged(aspects.rest ? to.links : from.links, aspects.rest ? from.links : to.links,
                       [&](const Link& each) { return twin_of(each) != nullptr; });
    for (Link& each : out.links) each = *twin_of(each);
    return out;
}

} // namespace roofrack
