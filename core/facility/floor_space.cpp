// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/floor_space.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/name_index.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace roofrack {

namespace {

class FloorPlanner {
public:
    FloorPlanner(const Cluster& cluster, const SiteRoom& room, const Catalog& catalog,
                 const Defaults& defaults)
        : m_cluster(cluster)
        , m_room(room)
        , m_catalog(catalog)
        , m_hall(defaults.hall)
        , m_server_mass(defaults.cooling.server_mass)
        , m_index(cluster.elements.size()) {
        for (const Element& each : cluster.elements) m_index.add(each.id);
    }
    FloorPlanner(const Cluster& cluster, const SiteRoom& room, const Catalog& catalog,
                 const FacilityInputs& inputs)
        : FloorPlanner(cluster, room, catalog, *inputs.defaults) {
        m_inside.resize(cluster.elements.size());
        for (const Element& each : cluster.elements) {
            const int container = each.parent.empty() ? -1 : m_index.position(each.parent);
            if (container >= 0) m_inside[static_cast<size_t>(container)].push_back(&each);
        }
        m_masses.resize(cluster.elements.size());
        for (size_t r = 0; r < inputs.racks.size(); ++r)
            if (const int rack = m_index.position(inputs.racks[r].id); rack >= 0)
                if (auto& mass = m_masses[static_cast<size_t>(rack)]; !mass) mass = inputs.paths[r].mass;
    }

    /// Racks alone.
    double racks() const {
        double out = 0;
        for (const Element& each : m_cluster.elements) out += racks_of(each);
        return out;
    }

    FloorSpace floor() {
        for (const Element& each : m_cluster.elements) {
            if (each.kind == ElementKind::rack)
                add(racks_of(each), m_room.rack_mass ? *m_room.rack_mass : mass_of(each));
            else if (is_loose(each))
                add(racks_of(each), m_room.rack_mass.value_or(m_hall.rack_mass));
        }
        const double each = m_hall.rack_pitch * m_hall.row_pitch;
        m_out.area = m_out.racks * each;
        m_out.load = m_heaviest / each;
        return m_out;
    }

private:
    /// Racks that it is, or fills.
    double racks_of(const Element& each) const {
        if (each.kind == ElementKind::rack) return instances(each);
        if (!is_loose(each)) return 0;
        return std::ceil(instances(each) * device_height_u(each, m_catalog) / m_hall.usable_units - 1e-9);
    }

    /// Servers, switches and storage outside racks fill racks of their own.
    bool is_loose(const Element& each) const {
        if (each.kind != ElementKind::server && each.kind != ElementKind::switch_ &&
            each.kind != ElementKind::storage)
            return false;
        for (const Element* at = &each; at; at = container_of(*at))
            if (at->kind == ElementKind::rack) return false;
        return true;
    }

    const Element* container_of(const Element& each) const {
        const int container = m_index.position(each.parent);
        return container < 0 ? nullptr : &m_cluster.elements[static_cast<size_t>(container)];
    }

    double instances(const Element& each) const {
        double product = each.count;
        for (const Element* at = container_of(each); at; at = container_of(*at)) product *= at->count;
        return product;
    }

    /// Frame, servers, switches and storage of one rack.
    double mass_of(const Element& rack) const {
        const auto place = static_cast<size_t>(m_index.position(rack.id));
        const std::vector<const Element*>& inside = m_inside[place];
        double mass = m_hall.rack_mass;
        for (const Element* each : inside)
            if (each->kind == ElementKind::server && fills_rack(*each, m_catalog, m_hall)) mass = 0;
        if (const Part* part = drawn_part(rack, m_catalog))
            if (const auto own = part->value("mass")) mass = *own;
        if (const auto& servers = m_masses[place]) mass += *servers;
        for (const Element* each : inside)
            if (each->kind == ElementKind::switch_ || each->kind == ElementKind::storage)
                mass += each->count * mass_of_device(*each);
        return mass;
    }

    double mass_of_device(const Element& device) const {
        const Part* part = drawn_part(device, m_catalog);
        if (!part) return 0;
        for (const char* const key : {"max_power", "typical_power", "power"})
            if (const auto power = part->value(key)) return part->value_or("mass", m_server_mass * *power);
        return part->value_or("mass", 0);
    }

    void add(double racks, double mass) {
        m_out.racks += racks;
        m_heaviest = std::max(m_heaviest, mass);
    }

    const Cluster& m_cluster;
    const SiteRoom& m_room;
    const Catalog& m_catalog;
    const Defaults::Hall& m_hall;
    double m_server_mass = 0;                          ///< kg/W
    NameIndex m_index;                                 ///< ids of the elements
    std::vector<std::vector<const Element*>> m_inside; ///< what each element holds
    std::vector<std::optional<double>> m_masses;       ///< kg, of the servers of one of each rack
    FloorSpace m_out;
    double m_heaviest = 0; ///< kg
};

} // namespace

std::string_view label_of(FloorLimit limit) {
    switch (limit) {
    case FloorLimit::positions: return "rack positions";
    case FloorLimit::area: return "floor area";
    case FloorLimit::load: break;
    }
    return "floor loading";
}

std::string_view unit_of(FloorLimit limit) {
    switch (limit) {
    case FloorLimit::positions: return "places";
    case FloorLimit::area: return "m²";
    case FloorLimit::load: break;
    }
    return "kg/m²";
}

bool FloorNeed::is_short() const { return have && need > *have * (1 + 1e-9); }

std::string FloorNeed::missing_text() const {
    const double missing = have ? std::ceil(need - *have - 1e-9) : 0;
    if (limit == FloorLimit::positions)
        return format_count(missing) + (missing == 1 ? " more rack position" : " more rack positions");
    return fmt::format("{} {} more {}", format_count(missing), unit_of(limit), label_of(limit));
}

bool fills_rack(const Element& server, const Catalog& catalog, const Defaults::Hall& hall) {
    return device_height_u(server, catalog) >= hall.usable_units;
}

FloorSpace floor_space(const Cluster& cluster, const SiteRoom& room, const Catalog& catalog,
                       const FacilityInputs& inputs) {
    return FloorPlanner(cluster, room, catalog, inputs).floor();
}

double rack_places(const Cluster& cluster, const Catalog& catalog) {
    const SiteRoom any;
    return FloorPlanner(cluster, any, catalog, catalog.defaults()).racks();
}

std::vector<FloorNeed> floor_needs(const FloorSpace& floor, const SiteRoom& room) {
    return {{FloorLimit::positions, floor.racks, room.rack_positions},
            {FloorLimit::area, floor.area, room.area},
            {FloorLimit::load, floor.load, room.floor_load}};
}

std::vector<FloorNeed> floor_shortages(const FloorSpace& floor, const SiteRoom& room) {
    std::vector<FloorNeed> out = floor_needs(floor, room);
    std::erase_if(out, [](const FloorNeed& each) { return !each.is_short(); });
    return out;
}

std::string missing_text(const std::vector<FloorNeed>& shortages) {
    std::vector<std::string> words;
    for (const FloorNeed& each : shortages) words.push_back(each.missing_text());
    return words.empty() ? std::string() : word_list(words);
}

std::string room_text(const std::vector<FloorNeed>& needs) {
    if (std::ranges::none_of(needs, [](const FloorNeed& each) { return each.have.has_value(); })) return {};
    std::vector<FloorNeed> shortages = needs;
    std::erase_if(shortages, [](const FloorNeed& each) { return !each.is_short(); });
    return shortages.empty() ? "holds all" : missing_text(shortages) + " needed";
}

} // namespace roofrack
