// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/rack_layout.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace roofrack {

namespace {

constexpr int most_boxes = 400; ///< in one rack: four times the tallest, in half units

bool stands_in_rack(ElementKind kind) {
    return kind == ElementKind::server || kind == ElementKind::switch_ || kind == ElementKind::storage;
}

/// The units of a rack; grows upward without end.
class Units {
public:
    explicit Units(int height)
        : m_height(height) {}

    bool is_free(int u, int height) const {
        if (u < 1) return false;
        for (int i = u; i < u + height; ++i)
            if (i < static_cast<int>(m_taken.size()) && m_taken[static_cast<size_t>(i)]) return false;
        return true;
    }
    void take(int u, int height) {
        const auto end = static_cast<size_t>(u + height);
        if (m_taken.size() < end) m_taken.resize(end);
        for (auto i = static_cast<size_t>(u); i < end; ++i) m_taken[i] = true;
    }
    /// The uppermost or lowest free place of so many units inside the rack; 0: none.
    int find(int height, bool from_top) const {
        const int last = m_height - height + 1;
        for (int i = 1; i <= last; ++i)
            if (const int u = from_top ? last + 1 - i : i; is_free(u, height)) return u;
        return 0;
    }
    /// The lowest free place above the rack.
    int above(int height) const {
        int u = m_height + 1;
        while (!is_free(u, height)) ++u;
        return u;
    }

private:
    int m_height;
    std::vector<bool> m_taken;
};

RackDevice device_of(const Element& element, const Catalog& catalog) {
    RackDevice out;
    out.element = element.id;
    out.kind = element.kind;
    out.name = element.name.empty() ? element.id : element.name;
    out.height = std::max(1, saturated<int>(std::ceil(device_height_u(element, catalog) - 1e-9)));
    const Part* part = drawn_part(element, catalog);
    if (!part) return out;
    out.part = part->name;
    out.gpus = saturated<int>(std::round(std::clamp(part->value_or("gpus", 0), 0.0, 1e4)));
    for (const char* const key : {"max_power", "typical_power", "power"})
        if (!out.power) out.power = part->value(key);
    if (element.kind == ElementKind::server)
        out.liquid_share = 1 - std::clamp(part->value_or("air_heat_share", 1), 0.0, 1.0);
    return out;
}

/// It or what it stands in is to be sold.
bool is_sold(const Cluster& cluster, const Element* element) {
    for (size_t depth = 0; element && depth <= cluster.elements.size(); ++depth) {
        if (element->procurement == Procurement::sell) return true;
        element = element->parent.empty() ? nullptr : cluster.find(element->parent);
    }
    return false;
}

/// `stays`: the rack is not sold; what is sold out of it draws nothing.
RackLayout filled(std::vector<const Element*> contents, int height, const Catalog& catalog, bool stays) {
    RackLayout out;
    out.units = height;
    // Those with a place of their own first, then switches, then the rest.
    const auto order = [](const Element* element) {
        return element->u ? 0 : element->kind == ElementKind::switch_ ? 1 : 2;
    };
    std::ranges::stable_sort(contents, {}, order);

    Units units(out.units);
    for (const Element* element : contents) {
        RackDevice device = device_of(*element, catalog);
        const int boxes = std::min(element->count, most_boxes - static_cast<int>(out.devices.size()));
        out.left_out += element->count - boxes;
        out.used += element->count * device_height_u(*element, catalog);
        device.goes = stays && element->procurement == Procurement::sell;
        if (device.goes) {
            // It is listed, and in no sum of power.
        } else if (device.power) {
            const double power = element->count * *device.power;
            out.power += power;
            out.heat_to_liquid += power * device.liquid_share;
            out.heat_to_air += power * (1 - device.liquid_share);
        } else if (element->kind == ElementKind::server) {
            out.power_known = false;
        }
        const bool from_top = element->kind == ElementKind::switch_;
        const int all = element->count * device.height;
        // Equal ones stand together where there is room for all of them.
        int together = 0;
        if (element->u && boxes == element->count && units.is_free(*element->u, all)) together = *element->u;
        if (!element->u && boxes == element->count) together = units.find(all, from_top);
        for (int copy = 0; copy < boxes; ++copy) {
            device.copy = copy;
            device.u = together ? together + copy * device.height : units.find(device.height, from_top);
            if (!device.u) device.u = units.above(device.height);
            device.fits = device.top() <= out.units;
            units.take(device.u, device.height);
            out.devices.push_back(device);
        }
    }
    std::ranges::stable_sort(out.devices, std::greater<>(), &RackDevice::u);
    return out;
}

} // namespace

int RackLayout::highest() const {
    int out = units;
    for (const RackDevice& device : devices) out = std::max(out, device.top());
    return out;
}

double device_height_u(const Element& element, const Catalog& catalog) {
    const Part* part = drawn_part(element, catalog);
    if (part)
        if (const auto height = part->value("height_u"); height && *height > 0) return *height;
    return element.kind == ElementKind::server
               ? std::clamp(part ? std::round(part->value_or("gpus", 1)) : 1.0, 1.0, usual_rack_units * 1.0)
               : 1;
}

std::optional<RackLayout> rack_layout(const Cluster& cluster, const Catalog& catalog, std::string_view rack) {
    const Element* drawn = cluster.find(rack);
    if (!drawn || drawn->kind != ElementKind::rack) return std::nullopt;
    RackLayout out;
    out.id = drawn->id;
    out.name = drawn->name.empty() ? drawn->id : drawn->name;
    out.count = drawn->count;
    if (const Part* part = drawn_part(*drawn, catalog)) {
        out.part = part->name;
        out.units = saturated<int>(std::clamp(part->value_or("height_u", usual_rack_units), 1.0, 100.0));
    }
    std::vector<const Element*> contents;
    for (const Element& element : cluster.elements)
        if (element.parent == rack && stands_in_rack(element.kind)) contents.push_back(&element);
    RackLayout full = filled(std::move(contents), out.units, catalog, !is_sold(cluster, drawn));
    full.id = std::move(out.id);
    full.name = std::move(out.name);
    full.part = std::move(out.part);
    full.count = out.count;
    return full;
}

RackLayout rack_layout(std::vector<const Element*> contents, int units, const Catalog& catalog) {
    return filled(std::move(contents), units, catalog, true);
}

std::vector<RackPlace> place_in_rack(const RackLayout& layout, const std::string& element, int u,
                                     int height) {
    struct Block {
        std::string element;
        int u, height;
    };
    std::vector<Block> others;
    int before = 0;
    for (auto device = layout.devices.rbegin(); device != layout.devices.rend(); ++device) {
        const auto same = std::ranges::find(others, device->element, &Block::element);
        if (device->element == element)
            before = before ? std::min(before, device->u) : device->u;
        else if (same == others.end())
            others.push_back({device->element, device->u, device->height});
        else
            same->height += device->height;
    }
    std::ranges::stable_sort(others, {}, &Block::u);

    // Who is passed changes sides: the leading edge needs to reach its middle.
    const auto middle = [](int at, int high) { return at + high / 2.0; };
    const auto stays_below = [&](const Block& other) {
        const double own = before && u > before   ? u + height - 0.5
                           : before && u < before ? u + 0.5
                                                  : middle(u, height);
        return middle(other.u, other.height) <= own;
    };
    std::vector<Block> below, above;
    int room_below = 0, room_above = 0;
    for (const Block& other : others) {
        (stays_below(other) ? below : above).push_back(other);
        (stays_below(other) ? room_below : room_above) += other.height;
    }
    u = std::min(u, layout.units + 1 - height - room_above);
    u = std::max(u, 1 + room_below);

    int free = u; // everything from here on is taken
    for (auto other = below.rbegin(); other != below.rend(); ++other) {
        other->u = std::min(other->u, free - other->height);
        free = other->u;
    }
    // Nobody stands below the floor: push up again.
    free = 1;
    for (Block& other : below) {
        other.u = std::max(other.u, free);
        free = other.u + other.height;
    }
    free = u + height;
    for (Block& other : above) {
        other.u = std::max(other.u, free);
        free = other.u + other.height;
    }
    // Nor above the rack, while there is room under it.
    free = layout.units + 1;
    for (auto other = above.rbegin(); other != above.rend(); ++other) {
        int lowest = u + height;
        for (auto lower = other + 1; lower != above.rend(); ++lower) lowest += lower->height;
        other->u = std::max(lowest, std::min(other->u, free - other->height));
        free = other->u;
    }
    std::vector<RackPlace> out;
    for (const Block& other : below) out.push_back({other.element, other.u});
    out.push_back({element, u});
    for (const Block& other : above) out.push_back({other.element, other.u});
    return out;
}

} // namespace roofrack
