// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/facility_load.h"

#include "canvas/rack_slots.h"
#include "catalog/catalog.h"

#include <unordered_map>

namespace roofrack {
namespace {

/// What one unit may carry, W; 0 when unknown.
double rating(const Element& unit, const Catalog& catalog) {
    const Part* part = drawn_part(unit, catalog);
    if (!part) return 0;
    if (unit.kind == ElementKind::cooling) return part->value_or("capacity", 0);
    return part->value_or("apparent_power", 0) * part->value_or("power_factor", 1);
}

bool stands_in(const Cluster& cluster, const Element& element, const std::string& container) {
    const Element* at = &element;
    for (size_t steps = 0; at && steps <= cluster.elements.size(); ++steps) {
        if (at->id == container) return true;
        at = at->parent.empty() ? nullptr : cluster.find(at->parent);
    }
    return false;
}

} // namespace

std::map<std::string, double> facility_loads(const Cluster& cluster, const Catalog& catalog,
                                             const PowerState& power) {
    struct Serves {
        const Element* unit;
        const RackState* rack;
        double units; ///< instances, times the cables of the link
    };
    std::vector<Serves> all;
    std::map<std::pair<std::string, ElementKind>, double> servers_of; ///< units of a kind that serve a rack
    for (const Link& link : cluster.links) {
        const Element* unit = cluster.find(link.from);
        if (!unit || (unit->kind != ElementKind::feed && unit->kind != ElementKind::cooling)) continue;
        for (const RackState& rack : power.racks) {
            const Element* element = cluster.find(rack.id);
            if (!element || !stands_in(cluster, *element, link.to)) continue;
            const double units = cluster.instances(*unit);
            all.push_back({unit, &rack, units});
            servers_of[{rack.id, unit->kind}] += units;
        }
    }
    std::map<std::string, double> loads;
    for (const Serves& one : all) {
        const double capacity = rating(*one.unit, catalog);
        const double sharing = servers_of[{one.rack->id, one.unit->kind}];
        if (capacity <= 0 || sharing <= 0) continue;
        const Watts load = one.unit->kind == ElementKind::feed
                               ? one.rack->power
                               : one.rack->heat_to_air + one.rack->heat_to_liquid;
        // All instances of the rack over all units that serve them.
        loads[one.unit->id] += load.si() * one.rack->count / sharing / capacity;
    }
    return loads;
}

} // namespace roofrack
