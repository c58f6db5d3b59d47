// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/handover/device_places.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_set>

namespace roofrack {

DevicePlaces::DevicePlaces(const Cluster& cluster, const Containment& containment, const Catalog& catalog)
    : m_cluster(cluster)
    , m_containment(containment)
    , m_catalog(catalog)
    , m_plan(cluster, containment, catalog)
    , m_names(cluster, containment)
    , m_units(cluster.elements.size()) {
    read_units();
}

void DevicePlaces::read_units() {
    for (const Element& rack : m_cluster.elements) {
        if (rack.kind != ElementKind::rack) continue;
        const auto layout = rack_layout(m_cluster, m_catalog, rack.id);
        if (!layout) continue;
        for (const RackDevice& device : layout->devices) {
            auto& units = m_units[static_cast<size_t>(m_containment.index(device.element))];
            const auto copy = static_cast<size_t>(device.copy);
            if (units.size() <= copy) units.resize(copy + 1);
            if (device.fits) units[copy] = device.u;
        }
    }
}

std::optional<int> DevicePlaces::unit_of(int element, int64_t instance, const FloorPlan::Place& place) const {
    const auto& units = m_units[static_cast<size_t>(element)];
    if (place.rack != element) {
        const auto copy = static_cast<size_t>(instance % std::max(1, m_cluster.at(element).count));
        return copy < units.size() ? units[copy] : std::nullopt;
    }
    const Part* part = drawn_part(m_cluster.at(element), m_catalog);
    const double height = std::ceil(std::max(1.0, part ? part->value_or("height_u", 1) : 1) - 1e-9);
    return static_cast<int>(place.level * height) + 1;
}

std::string DevicePlaces::rack_name(const FloorPlan::Place& place) const {
    if (m_cluster.at(place.rack).kind == ElementKind::rack)
        return m_names.of(place.rack, static_cast<int64_t>(place.rack_index));
    return fmt::format("{} rack {:.0f}", m_names.base(place.rack), place.rack_index + 1);
}

PlacedDevice DevicePlaces::of(int element, int64_t instance) const {
    const FloorPlan::Place place = m_plan.place(element, static_cast<double>(instance), -1);
    return {element, instance, m_names.of(element, instance), rack_name(place),
            unit_of(element, instance, place)};
}

void DevicePlaces::visit(const std::function<void(const PlacedDevice&)>& see) const {
    for (size_t i = 0; i < m_cluster.elements.size(); ++i) {
        if (!has_data_ports(m_cluster.elements[i].kind)) continue;
        const int element = static_cast<int>(i);
        const auto instances = static_cast<int64_t>(m_containment.instances(element));
        for (int64_t instance = 0; instance < instances; ++instance) see(of(element, instance));
    }
}

void DevicePlaces::visit_racks(const std::function<void(const std::string& name, int units)>& see) const {
    for (size_t i = 0; i < m_cluster.elements.size(); ++i) {
        const Element& element = m_cluster.elements[i];
        const int index = static_cast<int>(i);
        const auto instances = static_cast<int64_t>(m_containment.instances(index));
        if (element.kind == ElementKind::rack) {
            const auto layout = rack_layout(m_cluster, m_catalog, element.id);
            for (int64_t instance = 0; instance < instances; ++instance)
                see(m_names.of(index, instance), layout ? layout->units : usual_rack_units);
        } else if (has_data_ports(element.kind) && m_containment.enclosing(index, ElementKind::rack) < 0) {
            std::unordered_set<std::string> seen;
            for (int64_t instance = 0; instance < instances; ++instance)
                if (const std::string rack = of(index, instance).rack; seen.insert(rack).second)
                    see(rack, usual_rack_units);
        }
    }
}

} // namespace roofrack
