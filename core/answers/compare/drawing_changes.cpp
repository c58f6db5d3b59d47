// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/drawing_changes.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace roofrack {

namespace {

template<class Thing>
using ById = std::unordered_map<std::string_view, const Thing*>;

template<class Thing>
ById<Thing> by_id(const std::vector<Thing>& things) {
    ById<Thing> out;
    for (const Thing& each : things) out.emplace(each.id, &each);
    return out;
}

template<class Thing>
const Thing* found(const ById<Thing>& things, std::string_view id) {
    const auto at = things.find(id);
    return at == things.end() ? nullptr : at->second;
}

bool is_network(ElementKind kind) { return kind == ElementKind::switch_ || kind == ElementKind::storage; }
bool is_supply(ElementKind kind) { return kind == ElementKind::feed || kind == ElementKind::cooling; }
/// Containers and servers: what all else of a drawing hangs on.
bool is_frame(ElementKind kind) { return is_container(kind) || kind == ElementKind::server; }

bool has_frame_of(const ById<Element>& own, const Cluster& other) {
    return std::ranges::all_of(other.elements, [&](const Element& each) {
        const Element* twin = found(own, each.id);
        if (!twin) return !is_frame(each.kind);
        return twin->kind == each.kind && (!is_frame(each.kind) || twin->parent == each.parent);
    });
}

/// Whether a cable brings power or cooling; none: that cannot be told, or it has ends that are not in both
/// drawings and come with different parts of one.
std::optional<bool> supplies(const Link& link, const ById<Element>& own, const ById<Element>& others) {
    const Element *one = found(own, link.from), *other = found(own, link.to);
    if (!one || !other) return std::nullopt;
    if (!is_supply(one->kind) && !is_supply(other->kind)) return false;
    // A switch comes with the network, the feed that it is connected to with the supply.
    const bool is_between = is_network(one->kind) || is_network(other->kind);
    if (is_between && !(found(others, one->id) && found(others, other->id))) return std::nullopt;
    return true;
}

/// What stands in `one` as it is there and what only `other` has, at the place that it has there; things
/// that `stays` refuses are left out.
template<class Thing, class Stays>
std::vector<Thing> merged(const std::vector<Thing>& one, const std::vector<Thing>& other,
                          const Stays& stays) {
    const ById<Thing> in_one = by_id(one);
    std::unordered_map<std::string_view, std::vector<const Thing*>> after; // by what each comes behind
    std::string_view last;
    for (const Thing& each : other)
        if (in_one.contains(each.id))
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

template<class Thing>
size_t unchanged(const ById<Thing>& of_from, const std::vector<Thing>& to) {
    return static_cast<size_t>(std::ranges::count_if(to, [&](const Thing& each) {
        const Thing* twin = found(of_from, each.id);
        return twin && *twin == each;
    }));
}

} // namespace

bool are_drawn_alike(const Cluster& from, const Cluster& to) {
    const ById<Element> of_from = by_id(from.elements), of_to = by_id(to.elements);
    if (of_from.size() != from.elements.size() || of_to.size() != to.elements.size()) return false;
    if (!has_frame_of(of_from, to) || !has_frame_of(of_to, from)) return false;
    const ById<Link> links = by_id(from.links);
    if (links.size() != from.links.size() || by_id(to.links).size() != to.links.size()) return false;
    for (const Link& each : from.links)
        if (!supplies(each, of_from, of_to)) return false;
    for (const Link& each : to.links) {
        const std::optional<bool> is_supplying = supplies(each, of_to, of_from);
        if (!is_supplying) return false;
        const Link* twin = found(links, each.id);
        if (twin && supplies(*twin, of_from, of_to) != is_supplying) return false;
    }
    // Two drawings of one template have the same ids too, but servers of one in the racks of the other are
    // nothing that anybody would build.
    const size_t drawn =
        std::max(from.elements.size() + from.links.size(), to.elements.size() + to.links.size());
    return 2 * (unchanged(of_from, to.elements) + unchanged(links, to.links)) >= drawn;
}

Cluster with_parts_of(const Cluster& from, const Cluster& to, const DrawingParts& parts) {
    const ById<Element> of_from = by_id(from.elements), of_to = by_id(to.elements);
    const auto is_taken = [&](ElementKind kind) {
        return is_network(kind) ? parts.network : is_supply(kind) ? parts.supply : parts.rest;
    };
    Cluster out = parts.rest ? to : from;
    out.elements =
        merged(parts.rest ? to.elements : from.elements, parts.rest ? from.elements : to.elements,
               [&](const Element& each) {
                   return is_frame(each.kind) || found(is_taken(each.kind) ? of_to : of_from, each.id);
               });
    for (Element& each : out.elements) {
        if (!is_frame(each.kind)) {
            each = *found(is_taken(each.kind) ? of_to : of_from, each.id);
            continue;
        }
        const Element &old = *of_from.at(each.id), &other = *of_to.at(each.id);
        each.count = (parts.counts ? other : old).count;
        each.procurement = (parts.ownership ? other : old).procurement;
        each.sale_price = (parts.ownership ? other : old).sale_price;
        if (each.kind == ElementKind::server)
            take_server(each, parts.servers ? other : old);
        else
            take_container(each, parts.supply ? other : old);
    }
    const ById<Link> links_of_from = by_id(from.links), links_of_to = by_id(to.links);
    const auto twin_of = [&](const Link& each) {
        const Link* own = found(links_of_from, each.id);
        const bool is_supplying = own ? *supplies(*own, of_from, of_to) : *supplies(each, of_to, of_from);
        return found((is_supplying ? parts.supply : parts.network) ? links_of_to : links_of_from, each.id);
    };
    out.links = merged(parts.rest ? to.links : from.links, parts.rest ? from.links : to.links,
                       [&](const Link& each) { return twin_of(each) != nullptr; });
    for (Link& each : out.links) each = *twin_of(each);
    return out;
}

} // namespace roofrack
