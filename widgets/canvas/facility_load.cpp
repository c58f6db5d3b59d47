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

/// What of a rack's load a unit carries.
enum class Medium { electricity, air, liquid };

Medium medium_of(const Element& unit, const Catalog& catalog) {
    if (unit.kind == ElementKind::feed) return Medium::electricity;
    const Part* part = drawn_part(unit, catalog);
    const std::string_view kind = part ? part->text_or("cooling", "") : std::string_view();
    return kind == "cdu" || kind == "liquid-to-air" ? Medium::liquid : Medium::air;
}

Watts load_on(Medium medium, const RackState& rack) {
    switch (medium) {
    case Medium::electricity: return rack.power;
    case Medium::air: return rack.heat_to_air;
    case Medium::liquid: return rack.heat_to_liquid;
    }
    return {};
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
        double units; ///< instances
        Medium medium;
    };
    std::vector<Serves> all;
    std::map<std::pair<std::string, Medium>, double> units_at; ///< that serve a rack
    for (const Link& link : cluster.links) {
        const Element* unit = cluster.find(link.from);
        if (!unit || (unit->kind != ElementKind::feed && unit->kind != ElementKind::cooling)) continue;
        const Medium medium = medium_of(*unit, catalog);
        for (const RackState& rack : power.racks) {
            const Element* element = cluster.find(rack.id);
            if (!element || !stands_in(cluster, *element, link.to)) continue;
            const double units = cluster.instances(*unit);
            all.push_back({unit, &rack, units, medium});
            units_at[{rack.id, medium}] += units;
        }
    }
    std::map<std::string, double> loads;
    for (const Serves& one : all) {
        const double capacity = rating(*one.unit, catalog);
        const double sharing = units_at[{one.rack->id, one.medium}];
        if (capacity <= 0 || sharing <= 0) continue;
        const Watts load = load_on(one.medium, *one.rack);
        // All instances of the rack over all units that serve them.
        loads[one.unit->id] += load.si() * one.rack->count / sharing / capacity;
    }
    return loads;
}

} // namespace roofrack
