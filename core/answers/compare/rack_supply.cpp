// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/rack_supply.h"

#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_power.h"
#include "core/base/units/saturated.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/facility/facility.h"
#include "core/facility/facility_inputs.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Racks, and servers that stand in none, in one instance of each container; all of them under the empty
/// name.
RackSupply::RackCounts rack_counts(const Cluster& cluster) {
    RackSupply::RackCounts out;
    const ElementIndex index(cluster);
    out[{}] = 0;
    for (const Element& each : cluster.elements) {
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

} // namespace

RackSupply::RackSupply(const Answers& drawn)
    : m_racks(rack_counts(drawn.scenario().cluster)) {
    const FacilityInputs& facility = drawn.value<AsAsked>()->prepared.impl().facility->inputs();
    const double storage =
        std::min(storage_beside_racks(drawn.scenario().cluster, drawn.catalog()), facility.unracked_power);
    for (const auto* units : {&facility.rack_feeds, &facility.air_coolers})
        for (const SharedCapacity& each : *units)
            if (each.capacity > 0 && each.capacity < no_limit)
                m_for_storage[each.id] = std::min(each.instances, each.unracked * storage / each.capacity);
}

Scenario RackSupply::followed(Scenario scenario, bool with_switches) const {
    const std::vector<Procurement> procurements = procurements_of(scenario.cluster);
    const ElementIndex index(scenario.cluster);
    const RackCounts now = rack_counts(scenario.cluster);
    const std::vector<Element> drawn = scenario.cluster.elements;
    const auto ratio_in = [&](const std::string& container) {
        const auto before = m_racks.find(container), after = now.find(container);
        const bool has_own = before != m_racks.end() && after != now.end();
        return has_own ? after->second / before->second : now.at({}) / m_racks.at({});
    };
    for (size_t i = 0; i < scenario.cluster.elements.size(); ++i) {
        Element& each = scenario.cluster.elements[i];
        const bool follows = each.kind == ElementKind::feed || each.kind == ElementKind::cooling ||
                             (with_switches && each.kind == ElementKind::switch_);
        if (!follows || procurements[i] == Procurement::owned) continue;
        if (is_in_rack(index, each)) continue; // it comes with the rack
        const auto known = m_for_storage.find(each.id);
        const double for_storage =
            known != m_for_storage.end() && each.kind != ElementKind::switch_
                ? std::min<double>(each.count, known->second / containers_of(index, each))
                : 0;
        const double count = for_storage + (each.count - for_storage) * ratio_in(each.parent);
        each.count = std::max(1, static_cast<int>(std::ceil(count - 1e-9)));
    }
    for (Link& link : scenario.cluster.links) keep_cables(link, drawn, scenario.cluster.elements);
    return scenario;
}

} // namespace roofrack
