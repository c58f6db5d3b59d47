// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/diagram/drawn_alike.h"

#include <algorithm>

namespace roofrack {
namespace {

/// `a` with those settings of `b` that no diagram shows.
Element with_hidden(Element a, const Element& b) {
    a.power_limit = b.power_limit;
    a.cooling_limit = b.cooling_limit;
    a.gpu_power_cap = b.gpu_power_cap;
    a.supply = b.supply;
    a.air_supply_ratio = b.air_supply_ratio;
    a.containment = b.containment;
    a.speed = b.speed;
    a.health = b.health;
    a.redundancy = b.redundancy;
    a.procurement = b.procurement;
    a.owned_count = b.owned_count;
    a.sale_price = b.sale_price;
    a.bandwidth = b.bandwidth;
    a.write_bandwidth = b.write_bandwidth;
    a.unknown = b.unknown;
    return a;
}

Link with_hidden(Link a, const Link& b) {
    a.health = b.health;
    a.background_load = b.background_load;
    a.unknown = b.unknown;
    return a;
}

template<class Item>
bool alike(const std::vector<Item>& a, const std::vector<Item>& b) {
    return std::ranges::equal(a, b, [](const Item& one, const Item& other) {
        return one == other || with_hidden(one, other) == other;
    });
}

} // namespace

bool is_drawn_alike(const Cluster& a, const Cluster& b) {
    return alike(a.elements, b.elements) && alike(a.links, b.links);
}

} // namespace roofrack
