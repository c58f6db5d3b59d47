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
/// Containers and servers: what all else of a drawing hangs on.
bool is_frame(ElementKind kind) { return is_container(kind) || kind == ElementKind::server; }

bool has_frame_of(const ElementIndex& own, const Cluster& other) {
    return std::ranges::all_of(other.elements, [&](const Element& each) {
        const Element* twin = own.find(each.id);
        if (!twin) return !is_frame(each.kind);
        return twin->kind == each.kind && (!is_frame(each.kind) || twin->parent == each.parent);
    });
}

/// Whether a cable brings power or cooling; none: that cannot be told, or it has ends that are not in both
/// drawings and come with different parts of one.
std::optional<bool> supplies(const Link& link, const ElementIndex& own, const ElementIndex& others) {
    const Element *one = own.find(link.from), *other = own.find(link.to);
    if (!one || !other) return std::nullopt;
    if (!is_supply(one->kind) && !is_supply(other->kind)) return false;
    // A switch comes with the network, the feed that it is connected to with the supply.
    const bool is_between = is_network(one->kind) || is_network(other->kind);
    if (is_between && !(others.find(one->id) && others.find(other->id))) return std::nullopt;
    return true;
}

/// What stands in `one` as it is there and what only `other` has, at the place that it has there; things
/// that `stays` refuses are left out.
template<class Thing, class Stays>
std::vector<Thing> merged(const std::vector<Thing>& one, const std::vector<Thing>& other,
                          const Stays& stays) {
    NameIndex in_one(one.size());
    for (const Thing& each : one) in_one.add(each.id);
    std::unordered_map<std::string_view, std::vector<const Thing*>> after; // by what each comes behind
    std::string_view last;
    for (const Thing& each : other)
        if (in_one.position(each.id) >= 0)
            last = each.id;
        else
            after[last].push_back(&each);
    std::vector<Thing> out;
    const auto append_after = [&](std::string_view id) {
        const auto others = after.find(id);
        if (others == after.end()) return;
        for (const Thing* each : others->second)
            if (stays(*each)) out.push_back(*each);
    };
    append_after({});
    for (const Thing& each : one) {
        if (stays(each)) out.push_back(each);
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

/// Whether each element and each link has an id of its own.
bool has_one_of_each(const Cluster& cluster) {
    const auto are_single = [](const auto& things) {
        NameIndex names(things.size());
        return std::ranges::all_of(things, [&](const auto& each) { return names.add(each.id); });
    };
    return are_single(cluster.elements) && are_single(cluster.links);
}

} // namespace

bool are_drawn_alike(const Cluster& from, const Cluster& to) {
    if (!has_one_of_each(from) || !has_one_of_each(to)) return false;
    const ElementIndex of_from(from), of_to(to);
    if (!has_frame_of(of_from, to) || !has_frame_of(of_to, from)) return false;
    for (const Link& each : from.links)
        if (!supplies(each, of_from, of_to)) return false;
    size_t unchanged = 0;
    for (const Link& each : to.links) {
        const std::optional<bool> is_supplying = supplies(each, of_to, of_from);
        if (!is_supplying) return false;
        const Link* twin = of_from.find_link(each.id);
        if (!twin) continue;
        if (supplies(*twin, of_from, of_to) != is_supplying) return false;
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

Cluster with_parts_of(const Cluster& from, const Cluster& to, const DrawingParts& parts) {
    const ElementIndex of_from(from), of_to(to);
    const auto is_taken = [&](ElementKind kind) {
        return is_network(kind) ? parts.network : is_supply(kind) ? parts.supply : parts.rest;
    };
    Cluster out = parts.rest ? to : from;
    out.elements =
        merged(parts.rest ? to.elements : from.elements, parts.rest ? from.elements : to.elements,
               [&](const Element& each) {
                   return is_frame(each.kind) || (is_taken(each.kind) ? of_to : of_from).find(each.id);
               });
    for (Element& each : out.elements) {
        if (!is_frame(each.kind)) {
            each = *(is_taken(each.kind) ? of_to : of_from).find(each.id);
            continue;
        }
        const Element &old = *of_from.find(each.id), &other = *of_to.find(each.id);
        each.count = (parts.counts ? other : old).count;
        each.procurement = (parts.ownership ? other : old).procurement;
        each.sale_price = (parts.ownership ? other : old).sale_price;
        if (each.kind == ElementKind::server)
            take_server(each, parts.servers ? other : old);
        else
            take_container(each, parts.supply ? other : old);
    }
    const auto twin_of = [&](const Link& each) {
        const Link* own = of_from.find_link(each.id);
        const bool is_supplying = own ? *supplies(*own, of_from, of_to) : *supplies(each, of_to, of_from);
        return ((is_supplying ? parts.supply : parts.network) ? of_to : of_from).find_link(each.id);
    };
    out.links = merged(parts.rest ? to.links : from.links, parts.rest ? from.links : to.links,
                       [&](const Link& each) { return twin_of(each) != nullptr; });
    for (Link& each : out.links) each = *twin_of(each);
    return out;
}

} // namespace roofrack
