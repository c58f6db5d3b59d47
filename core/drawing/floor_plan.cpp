// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/floor_plan.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

bool is_device(ElementKind kind) {
    return kind == ElementKind::server || kind == ElementKind::switch_ || kind == ElementKind::storage;
}

/// Canvas units: one frame and the gap that the automatic layout leaves; a 52 U rack with its name.
constexpr double rack_units_across = 136, row_units_down = 264;
/// Drawn rows begin where the next thing is this much lower than the first of the row.
constexpr double row_break = row_units_down / 2;

} // namespace

FloorPlan::FloorPlan(const Cluster& cluster, const Containment& containment, const Catalog& catalog)
    : m_cluster(cluster)
    , m_containment(containment)
    , m_catalog(catalog)
    , m_hall(catalog.defaults().hall)
    , m_tiles(cluster.elements.size())
    , m_children(cluster.elements.size() + 1) {
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        m_children[static_cast<size_t>(containment.parent(static_cast<int>(i)) + 1)].push_back(
            static_cast<int>(i));
    lay_out(-1);
}

FloorPlan::Block FloorPlan::tile(int element) {
    const Element& drawn = m_cluster.elements[static_cast<size_t>(element)];
    Tile& out = m_tiles[static_cast<size_t>(element)];
    if (is_container(drawn.kind) && drawn.kind != ElementKind::rack) {
        const Block inside = lay_out(element);
        out.width = std::max(inside.width, m_hall.rack_pitch);
        out.height = std::max(inside.height, m_hall.row_pitch);
        out.columns = std::max(1, saturated<int>(m_hall.racks_a_row * m_hall.rack_pitch / out.width + 1e-9));
    } else {
        out.width = m_hall.rack_pitch;
        out.height = m_hall.row_pitch;
        out.columns = m_hall.racks_a_row;
        if (drawn.kind == ElementKind::rack)
            lay_out(element);
        else {
            const Part* part = drawn_part(drawn, m_catalog);
            const double height = std::max(1.0, part ? part->value_or("height_u", 1) : 1);
            out.a_place = std::max(1, saturated<int>(m_hall.usable_units / height));
        }
    }
    out.stands = true;
    const double tiles = std::ceil(static_cast<double>(drawn.count) / out.a_place);
    return {std::min(tiles, static_cast<double>(out.columns)) * out.width,
            std::ceil(tiles / out.columns) * out.height};
}

FloorPlan::Block FloorPlan::lay_out(int container) {
    struct Standing {
        int element;
        double x, y; ///< as drawn
        Block block;
    };
    std::vector<Standing> standing;
    const bool rack =
        container >= 0 && m_cluster.elements[static_cast<size_t>(container)].kind == ElementKind::rack;
    for (const int child : m_children[static_cast<size_t>(container + 1)]) {
        const Element& drawn = m_cluster.elements[static_cast<size_t>(child)];
        // What stands in a rack stands where the rack does.
        if (rack || !(is_device(drawn.kind) || is_container(drawn.kind))) continue;
        standing.push_back({child, drawn.position.x, drawn.position.y, tile(child)});
    }
    if (standing.empty()) return {};
    std::ranges::stable_sort(standing, {}, &Standing::y);
    double left = standing.front().x;
    for (const Standing& each : standing) left = std::min(left, each.x);

    Block all;
    double row_y = 0, drawn_y = standing.front().y;
    for (size_t first = 0; first < standing.size();) {
        size_t last = first + 1;
        while (last < standing.size() && standing[last].y < standing[first].y + row_break) ++last;
        const double gap = standing[first].y - drawn_y - row_units_down;
        if (first > 0) row_y = all.height + std::max(0.0, gap) * m_hall.row_pitch / row_units_down;
        drawn_y = standing[first].y;
        std::stable_sort(standing.begin() + static_cast<std::ptrdiff_t>(first),
                         standing.begin() + static_cast<std::ptrdiff_t>(last),
                         [](const Standing& a, const Standing& b) { return a.x < b.x; });
        double x = 0, drawn_right = left;
        for (size_t i = first; i < last; ++i) {
            x += std::max(0.0, standing[i].x - drawn_right) * m_hall.rack_pitch / rack_units_across;
            drawn_right = standing[i].x + rack_units_across;
            Tile& placed = m_tiles[static_cast<size_t>(standing[i].element)];
            placed.x = x;
            placed.y = row_y;
            x += standing[i].block.width;
            all.width = std::max(all.width, x);
            all.height = std::max(all.height, row_y + standing[i].block.height);
        }
        first = last;
    }
    return all;
}

FloorPlan::Place FloorPlan::place(int element, double index, int container) const {
    Place out;
    for (int at = element; at >= 0 && at != container; at = m_containment.parent(at)) {
        const Element& drawn = m_cluster.elements[static_cast<size_t>(at)];
        const double outer = drawn.count == 1 ? index : std::floor(index / drawn.count);
        const Tile& tile = m_tiles[static_cast<size_t>(at)];
        if (tile.stands) {
            const double within = index - outer * drawn.count;
            const double slot = tile.a_place == 1 ? within : std::floor(within / tile.a_place);
            const double row = slot < tile.columns ? 0 : std::floor(slot / tile.columns);
            out.x += tile.x + (slot - row * tile.columns) * tile.width;
            out.y += tile.y + row * tile.height;
            // The innermost that stands is the rack.
            if (out.rack < 0) {
                out.rack = at;
                out.rack_index = outer * drawn.count + slot;
                out.level = index - outer * drawn.count - slot * tile.a_place;
            }
        }
        index = outer;
    }
    // Inside one instance of the container that was asked for, it may be the rack itself.
    if (out.rack < 0) out.rack = container >= 0 ? container : element;
    return out;
}

double FloorPlan::run(const Place& a, const Place& b) const {
    const bool same = a.rack == b.rack && a.rack_index == b.rack_index;
    const double way =
        same ? m_hall.in_rack : std::abs(a.x - b.x) + std::abs(a.y - b.y) + 2 * m_hall.up_to_tray;
    return way * (1 + m_hall.slack);
}

} // namespace roofrack
