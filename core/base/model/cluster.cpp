// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/cluster.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr std::array<std::pair<ElementKind, std::string_view>, 11> element_names{{
    {ElementKind::site, "site"},
    {ElementKind::room, "room"},
    {ElementKind::row, "row"},
    {ElementKind::pod, "pod"},
    {ElementKind::rack, "rack"},
    {ElementKind::server, "server"},
    {ElementKind::switch_, "switch"},
    {ElementKind::storage, "storage"},
    {ElementKind::feed, "feed"},
    {ElementKind::cooling, "cooling"},
    {ElementKind::note, "note"},
}};

constexpr std::array<std::pair<LinkPattern, std::string_view>, 4> pattern_names{{
    {LinkPattern::each, "each"},
    {LinkPattern::rail, "rail"},
    {LinkPattern::mesh, "mesh"},
    {LinkPattern::torus, "torus"},
}};

constexpr std::array<std::pair<NetworkUse, std::string_view>, 5> use_names{{
    {NetworkUse::automatic, "automatic"},
    {NetworkUse::any, "any"},
    {NetworkUse::compute, "compute"},
    {NetworkUse::storage, "storage"},
    {NetworkUse::management, "management"},
}};

constexpr std::array<std::pair<Redundancy, std::string_view>, 3> redundancy_names{{
    {Redundancy::none, "none"},
    {Redundancy::n_plus_1, "n+1"},
    {Redundancy::two_n, "2n"},
}};

template<class Names, class E>
std::string_view name_in(const Names& names, E value) {
    for (const auto& [each, name] : names)
        if (each == value) return name;
    return {};
}

template<class E, size_t N>
std::optional<E> value_in(const std::array<std::pair<E, std::string_view>, N>& names, std::string_view name) {
    for (const auto& [value, each] : names)
        if (each == name) return value;
    return std::nullopt;
}

} // namespace

std::string_view name_of(ElementKind kind) { return name_in(element_names, kind); }
std::optional<ElementKind> element_kind(std::string_view name) { return value_in(element_names, name); }

std::optional<PartKind> part_kind_of(ElementKind kind) {
    switch (kind) {
    case ElementKind::rack: return PartKind::rack;
    case ElementKind::server: return PartKind::server;
    case ElementKind::switch_: return PartKind::switch_;
    case ElementKind::storage: return PartKind::storage;
    case ElementKind::feed: return PartKind::feed;
    case ElementKind::cooling: return PartKind::cooling;
    default: return std::nullopt;
    }
}

bool is_container(ElementKind kind) {
    switch (kind) {
    case ElementKind::site:
    case ElementKind::room:
    case ElementKind::row:
    case ElementKind::pod:
    case ElementKind::rack: return true;
    default: return false;
    }
}

std::string_view name_of(NetworkUse use) { return name_in(use_names, use); }
std::string_view name_of(Redundancy redundancy) { return name_in(redundancy_names, redundancy); }

std::string_view name_of(Procurement procurement) {
    switch (procurement) {
    case Procurement::inherited: return "inherited";
    case Procurement::buy: return "buy";
    case Procurement::owned: return "owned";
    case Procurement::sell: break;
    }
    return "sell";
}

std::string_view name_of(AirContainment containment) {
    switch (containment) {
    case AirContainment::inherited: return "inherited";
    case AirContainment::none: return "none";
    case AirContainment::cold_aisle: return "cold-aisle";
    case AirContainment::hot_aisle: break;
    }
    return "hot-aisle";
}

std::string_view name_of(LinkPattern pattern) { return name_in(pattern_names, pattern); }
std::optional<LinkPattern> link_pattern(std::string_view name) { return value_in(pattern_names, name); }

const Element* Cluster::find(std::string_view id) const {
    const auto it = std::ranges::find(elements, id, &Element::id);
    return it == elements.end() ? nullptr : &*it;
}

Element* Cluster::find(std::string_view id) { return const_cast<Element*>(std::as_const(*this).find(id)); }

const Link* Cluster::find_link(std::string_view id) const {
    const auto it = std::ranges::find(links, id, &Link::id);
    return it == links.end() ? nullptr : &*it;
}

double Cluster::instances(const Element& element) const {
    double product = element.count;
    const Element* inner = &element;
    // A chain longer than the drawing has elements walks in a circle.
    for (size_t steps = 0; !inner->parent.empty(); ++steps) {
        inner = steps < elements.size() ? find(inner->parent) : nullptr;
        if (!inner) return 0;
        product *= inner->count;
    }
    return product;
}

const std::string& title(const Element& element) { return element.name.empty() ? element.id : element.name; }

Element::Element() = default;
ROOFRACK_DEFINE_VALUE(Element)
bool Element::operator==(const Element&) const = default;

Link::Link() = default;
ROOFRACK_DEFINE_VALUE(Link)
bool Link::operator==(const Link&) const = default;

Cluster::Cluster() = default;
ROOFRACK_DEFINE_VALUE(Cluster)
bool Cluster::operator==(const Cluster&) const = default;

} // namespace roofrack
